/** The words in which an image is asked for, made of the tables that the service reads. */

import { imageFormats } from '../../../domain/image/formats.ts'
import { type ImageParameter, imageParameters } from '../../../domain/image/image-parameters.ts'
import { themes } from '../../../domain/image/look.ts'
import { unreachable } from '../../../errors/unreachable.ts'
import { builder } from '../builder.ts'

/** Enumerated values under their own names. */
const valuesOf = <Value extends string>(values: readonly Value[], describe: (value: Value) => string) =>
  Object.fromEntries(values.map(value => [value, { description: describe(value), value }])) as {
    [V in Value]: { description: string; value: V }
  }

export const ImageFormat = builder.enumType('ImageFormat', {
  description: 'The file format of a picture.',
  values: valuesOf(imageFormats, format => `A ${format} file.`),
})

const Theme = builder.enumType('Theme', {
  description: 'The colours around the data.',
  values: valuesOf(themes, theme => `For ${theme} surroundings.`),
})

function typeOf(parameter: ImageParameter) {
  switch (parameter.kind) {
    case 'number':
      return parameter.whole ? 'Int' : 'Float'
    case 'theme':
      return Theme
    case 'colour':
    case 'language':
      return 'String'
    default:
      return unreachable(parameter)
  }
}

/** A background is said in an address alone. */
const { background: _, ...offered } = imageParameters

/** One argument a parameter. Their bounds are checked where the address that they make is read. */
export const lookArguments = builder.args(t => {
  const argument = (parameter: ImageParameter) => {
    const { summary, otherwise } = parameter
    const description = `${summary}; default${/^\d/.test(otherwise) ? '' : ':'} ${otherwise}.`
    return t.field({ type: typeOf(parameter), description })
  }
  return Object.fromEntries(
    Object.entries(offered).map(([name, parameter]) => [name, argument(parameter)]),
  ) as Record<keyof typeof offered, ReturnType<typeof argument>>
})
