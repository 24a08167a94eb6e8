/** Image parameters and media types in the OpenAPI document, derived from the registries. */

import { z } from 'zod'
import { backgroundPattern } from '../../domain/image/background.ts'
import { type FileFormat, formats } from '../../domain/image/formats.ts'
import { type ImageParameter, imageParameters } from '../../domain/image/image-parameters.ts'
import { type ImageLook, themes } from '../../domain/image/look.ts'

function schemaOf(parameter: ImageParameter): z.ZodType {
  switch (parameter.kind) {
    case 'number': {
      const number = parameter.whole ? z.int() : z.number()
      return number.min(parameter.min).max(parameter.max)
    }
    case 'theme':
      return z.enum(themes)
    case 'colour':
      return z.string().regex(new RegExp(backgroundPattern))
    case 'language':
      return z.string().max(40)
  }
}

function described(parameter: ImageParameter) {
  const { description, example } = parameter
  return schemaOf(parameter)
    .optional()
    .meta({ description, ...(example !== undefined && { example }) })
}

/** The query parameters, from `imageParameters`. */
export const lookParameters = z.object(
  Object.fromEntries(
    Object.entries(imageParameters).map(([name, parameter]) => [name, described(parameter)]),
  ) as Record<keyof ImageLook, ReturnType<typeof described>>,
)

/** The media type without parameters, such as `image/svg+xml`. */
export const mediaTypeOf = (format: FileFormat): string => formats[format].mediaType.split(';', 1)[0] ?? ''

/** The schema of a file, binary or text, from which code generators make a file or a string. */
export const fileContent = (mediaType: string) => {
  if (mediaType === 'application/json') return { schema: { type: 'object' as const } }
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' as const } }
  return { schema: { type: 'string' as const, format: 'binary' } }
}
