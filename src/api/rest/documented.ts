/** How shapes are written in the OpenAPI document, so that code generators make clients of them that work. */

import { z } from 'zod'
import type { ZodOpenApiOverrideMeta } from 'zod-openapi/api'

/**
 * A boolean of which an answer has one value. It is documented as a plain boolean: generators make no type of one
 * that has a single value. Answers are held to the value all the same.
 */
export const settled = (value: boolean, description: string) =>
  z.literal(value).meta({
    description,
    example: value,
    override: ({ jsonSchema }) => {
      jsonSchema.type = 'boolean'
      delete jsonSchema.const
    },
  })

/** `null` as one of a schema's types: generators stumble over `anyOf` with a schema of its own for it. */
export const orNull: ZodOpenApiOverrideMeta = ({ jsonSchema }) => {
  const [given, none] = jsonSchema.anyOf ?? []
  if (!given || none?.type !== 'null') return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, given, { type: [given.type, 'null'] })
  if (given.enum) jsonSchema.enum = [...given.enum, null]
}
