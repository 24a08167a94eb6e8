/** Enums and arguments of images, derived from the registries of formats and parameters. */

import { imageFormats } from '../../../domain/image/formats.ts'
import { type ImageParameter, imageParameters } from '../../../domain/image/image-parameters.ts'
import { themes } from '../../../domain/image/look.ts'
import { unreachable } from '../../../errors/unreachable.ts'
import { builder } from '../builder.ts'

/** Enum values with their own names. */
const valuesOf = <Value extends string>(values: readonly Value[], describe: (value: Value) => string) =>
  Object.fromEntries(values.map(value => [value, { description: describe(value), value }])) as {
    [V in Value]: { description: string; value: V }
  }

export const ImageFormat = builder.enumType('ImageFormat', {
  description: 'The file format of an image.',
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

/** One argument per parameter. Their bounds are checked when the resulting address is parsed. */
export const lookArguments = builder.args(t => {
  const argument = (parameter: ImageParameter) => {
    const { summary, otherwise } = parameter
    const description = `${summary}; default${/^\d/.test(otherwise) ? '' : ':'} ${otherwise}.`
    return t.field({ type: typeOf(parameter), description })
  }
  return Object.fromEntries(
    Object.entries(imageParameters).map(([name, parameter]) => [name, argument(parameter)]),
  ) as Record<keyof typeof imageParameters, ReturnType<typeof argument>>
})
