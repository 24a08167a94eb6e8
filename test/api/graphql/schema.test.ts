/** The published schema: committed, true, and described to the last argument. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { schema } from '../../../src/api/graphql/schema.ts'

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

describe('schema/schema.graphql', () => {
  test('is the running schema: npm run emit writes it anew', () => {
    const committed = readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8')
    expect(committed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`)
  })
})

describe('every part of the schema is described', () => {
  test.each(
    types.filter(type => !(isScalarType(type) && isSpecifiedScalarType(type))).map(type => [type.name]),
  )('%s', name => {
    const type = schema.getType(name)
    const missing: string[] = []
    const look = (place: string, part: { description?: string | null }) => {
      if (!part.description?.trim()) missing.push(place)
    }
    if (type) look(name, type)
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        look(`${name}.${field.name}`, field)
        for (const arg of field.args) look(`${name}.${field.name}(${arg.name})`, arg)
      }
    }
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) look(`${name}.${field.name}`, field)
    }
    if (isEnumType(type)) for (const value of type.getValues()) look(`${name}.${value.name}`, value)
    expect(missing).toEqual([])
  })
})

test('own scalars name the document that specifies them', () => {
  const own = types.filter(isScalarType).filter(type => !isSpecifiedScalarType(type))
  expect(own.map(({ name }) => name).sort()).toEqual(['DateTime', 'JSON', 'Scope', 'URL'])
  for (const scalar of own) expect(scalar.specifiedByURL).toMatch(/^https:\/\//)
})

test('a graph has the fields of the contract', () => {
  const graph = schema.getType('Graph')
  expect(isObjectType(graph) && Object.keys(graph.getFields()).sort()).toEqual(
    [
      'id',
      'graphId',
      'permalink',
      'imageUrl',
      'data',
      'layout',
      'dataText',
      'createdAt',
      'expiresAt',
      'title',
      'traceTypes',
      'traces',
      'rendering',
      'version',
      'versions',
      'warnings',
    ].sort(),
  )
})
