/** Times of the document, in the reader's zone; what the server wrote stays as their title. */
export function showLocalTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    const written = time.textContent
    time.title = written
    time.textContent = new Date(time.dateTime).toLocaleString(
      'en-GB',
      written.includes(':') ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium' },
    )
  }
}
