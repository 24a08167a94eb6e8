/** Lets people see their password while they type it. */
export function offerReveal(input: HTMLInputElement): void {
  const line = document.createElement('div')
  line.className = 'password-line'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button-small'
  button.textContent = 'Show'
  button.setAttribute('aria-label', 'Show password')
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const shown = input.type === 'text'
    input.type = shown ? 'password' : 'text'
    button.textContent = shown ? 'Show' : 'Hide'
    button.setAttribute('aria-pressed', String(!shown))
  })
  // The browser may not yet have given it the focus that the page requests.
  const focused = document.activeElement === input || input.autofocus
  input.replaceWith(line)
  line.append(input, button)
  if (focused) input.focus()
}
