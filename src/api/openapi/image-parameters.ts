/** The parameters and media types of images, as OpenAPI describes them: made of the tables that the service reads. */

import { z } from 'zod'
import { colourPattern } from '../../domain/image/colour.ts'
import { type FileFormat, formats } from '../../domain/image/formats.ts'
import { bounds } from '../../domain/image/image-parameters.ts'

const side = ({ min, max }: { min: number; max: number }, usual: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .optional()
    .meta({ description: `In CSS pixels; else the layout's, else ${usual}.` })

export const lookParameters = z.object({
  width: side(bounds.width, 700),
  height: side(bounds.height, 500),
  scale: z
    .number()
    .min(bounds.scale.min)
    .max(bounds.scale.max)
    .optional()
    .meta({ description: 'Device pixels for a CSS pixel; 1 by default.' }),
  theme: z.enum(['light', 'dark']).optional().meta({ description: 'The house style of that theme.' }),
  background: z.string().regex(new RegExp(colourPattern)).optional().meta({
    description: 'A CSS colour behind the chart: a name, #rgb or longer, rgb() or hsl().',
    example: 'transparent',
  }),
  locale: z.string().max(40).optional().meta({
    description: 'How numbers and dates are written: the tag of a language, else as in English.',
    example: 'de-CH',
  }),
})

/** Without its parameters: `image/svg+xml`. */
export const mediaTypeOf = (format: FileFormat): string => formats[format].mediaType.split(';', 1)[0] ?? ''

/** The answer as bytes or as text: generators make a file or a string of it, where an open schema gives them nothing. */
export const fileContent = (mediaType: string) => {
  if (mediaType === 'application/json') return { schema: { type: 'object' as const } }
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' as const } }
  return { schema: { type: 'string' as const, format: 'binary' } }
}
