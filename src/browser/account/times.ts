/** Shows times in the reader's time zone. The title keeps what the server wrote. */
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
