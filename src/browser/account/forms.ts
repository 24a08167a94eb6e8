/** A double click submits a form only once. A page to which the reader returns has its forms enabled again. */
export function watchForms(): void {
  document.addEventListener('submit', event => {
    const form = event.target as HTMLFormElement
    if (form.dataset.sent) event.preventDefault()
    else if (form.method === 'post') form.dataset.sent = 'yes'
  })
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.sent
  })
}
