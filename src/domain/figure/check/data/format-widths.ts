/** The widths of d3 number formats, to which numbers are padded with spaces. */

/** Matches the beginning of a format: fill, alignment, sign, symbol, zero and width. */
const width = /^(?:.?[<>=^])?[+\-( ]?[$#]?0?(\d+)/

/** The width of a format in characters; 0 if it has none. */
export const widthOfFormat = (format: string): number => Number(width.exec(format)?.[1] ?? 0)

/** The sum of the widths in a template: 30 for `%{x:10d} %{y:20d}`. */
export const widthOfTemplate = (template: string): number =>
  formatsIn(template).reduce((sum, format) => sum + widthOfFormat(format), 0)

/** The formats in a template: `.2f` for `%{y:.2f}`. Runs in linear time, because texts may be as long as the body. */
const formatsIn = (template: string): readonly string[] =>
  template
    .split('}')
    .slice(0, -1)
    .flatMap(part => {
      const [begin, colon] = [part.indexOf('%{'), part.lastIndexOf(':')]
      return begin !== -1 && colon > begin ? [part.slice(colon + 1)] : []
    })
