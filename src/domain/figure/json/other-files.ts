/** Recognises files of other kinds that are sent in place of JSON. */

const drawn = 'send the figure it was drawn from, as JSON'
const shown =
  'send the figure as JSON, which fig.to_json() writes in Python, plotly_json() in R and Plotly.Plots.graphJson in JavaScript'
const wide = 'is UTF-16; encode it as UTF-8'

/** What each kind is, with a remedy, by the first bytes of its files (in latin1). */
const kinds: readonly (readonly [beginning: string, name: string])[] = [
  ['\x89PNG', `is a png image; ${drawn}`],
  ['\xff\xd8\xff', `is a jpeg image; ${drawn}`],
  ['GIF8', `is a gif image; ${drawn}`],
  ['%PDF-', `is a pdf file; ${drawn}`],
  ['\x1f\x8b', 'is compressed by gzip; unpack it, or send it with Content-Encoding: gzip'],
  ['\x28\xb5\x2f\xfd', 'is compressed by zstd; unpack it'],
  ['PK\x03\x04', 'is a zip archive, as spreadsheets are; send a figure as JSON'],
  ['\xff\xfe', wide],
  ['\xfe\xff', wide],
  ['{\0', wide],
  ['\0{', wide],
]

/** The same where the first bytes vary. */
const texts: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^RIFF.{4}WEBP/s, `is a webp image; ${drawn}`],
  [/^\s*(<\?xml[^>]*>\s*)?<svg/i, `is an svg image; ${drawn}`],
  [/^(\xef\xbb\xbf)?\s*</, `is a web page; ${shown}`],
]

/** What a body that is not JSON is instead, with a remedy; null if that is not known. */
export function otherFile(bytes: Buffer): string | null {
  const first = bytes.toString('latin1', 0, 200)
  const found =
    kinds.find(([beginning]) => first.startsWith(beginning)) ?? texts.find(([shape]) => shape.test(first))
  return found ? `the body ${found[1]}` : null
}
