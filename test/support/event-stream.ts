/** The events of a stream that a server sends, one after the other as they come. */

interface StreamedEvent {
  /** Its name; null where it has none. */
  readonly event: string | null
  /** Its first line of data. */
  readonly data: string
}

/** Comments, which keep a connection open, are none. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamedEvent> {
  const field = (lines: string, name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(lines)?.[1] ?? null
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end)
      text = text.slice(end + 2)
      const [event, data] = [field(lines, 'event'), field(lines, 'data')]
      if (event !== null || data !== null) yield { event, data: data ?? '' }
    }
  }
}
