/** The locations that the charting library knows by name. */

import { createRequire } from 'node:module'

interface Country {
  readonly iso3: string
}

interface Countries {
  readonly COUNTRIES: readonly Country[]
  createLookup(countries: readonly Country[]): { lookupAlpha3(name: string): string | undefined | null }
}

interface States {
  readonly usaLocationAbbreviations: ReadonlySet<string>
  readonly usaLocationList: Readonly<Record<string, string>>
}

/** The library's `locationmode`. */
export type LocationMode = 'ISO-3' | 'country names' | 'USA-states'

type Lookup = (name: string) => boolean

let lookups: Readonly<Record<LocationMode, Lookup>> | null = null

/** The library's own lists, loaded on demand. */
function loadLookups(): Readonly<Record<LocationMode, Lookup>> {
  const require = createRequire(import.meta.url)
  const { COUNTRIES, createLookup }: Countries = require('country-iso-search')
  const {
    COUNTRIES_X,
  }: { COUNTRIES_X: readonly Country[] } = require('plotly.js/src/lib/custom_country_codes')
  const states: States = require('plotly.js/src/lib/usa_location_names')
  const countries = [...COUNTRIES, ...COUNTRIES_X]
  const codes = new Set(countries.map(({ iso3 }) => iso3))
  const { lookupAlpha3 } = createLookup(countries)
  return {
    'ISO-3': name => codes.has(name),
    'country names': name => Boolean(lookupAlpha3(name)),
    'USA-states': name =>
      states.usaLocationAbbreviations.has(name.trim().toUpperCase()) ||
      Object.hasOwn(states.usaLocationList, name.trim().toLowerCase()),
  }
}

/** Whether the library knows this location. */
export function isKnownLocation(name: string, mode: LocationMode): boolean {
  lookups ??= loadLookups()
  return lookups[mode](name)
}
