/** Adjusts schemas in the OpenAPI document so that code generators make working clients. */

import { z } from 'zod'
import type { ZodOpenApiOverrideMeta } from 'zod-openapi/api'

/**
 * A boolean with a fixed value. It is documented as a plain boolean, because some generators cannot handle a single value.
 * Answers are still checked for the value.
 */
export const fixedBoolean = (value: boolean, description: string) =>
  z.literal(value).meta({
    description,
    example: value,
    override: ({ jsonSchema }) => {
      jsonSchema.type = 'boolean'
      delete jsonSchema.const
    },
  })

/** Writes nullable types as a list of types, because generators cannot handle `anyOf` with a null schema. */
export const orNull: ZodOpenApiOverrideMeta = ({ jsonSchema }) => {
  const [given, none] = jsonSchema.anyOf ?? []
  if (!given || none?.type !== 'null') return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, given, { type: [given.type, 'null'] })
  if (given.enum) jsonSchema.enum = [...given.enum, null]
}
