/** The words of the charting library in the languages of graph pages. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { wordsFor } from '../../src/browser/viewer/locale.ts'
import { addedTranslations } from '../../src/plotly/translations/translations.ts'
import { createLibrary } from '../../src/web/graph/assets/library.ts'
import { translations } from '../../src/web/graph/languages/page-language.ts'

const root = dirname(createRequire(import.meta.url).resolve('plotly.js/package.json'))

/** The English words that the library looks up. */
const looked = new Set(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js'))
    .flatMap(name => [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/\b_\(\w+, *'([^']+)'/g)])
    .map(([, word]) => word as string),
)

/** Words that no page shows: of editable titles and shapes, of another button, and of Plotly's own cloud. */
const unseen =
  /^(Click to enter|Draw |Erase |new text|Download plot as JSON|JSON download|Sorry, .* JSON file|This chart will be uploaded)/

const library = createLibrary()

describe.each(Object.keys(translations))('the words of figures in %s', language => {
  test('are there, as far as a page shows them', () => {
    const words = JSON.parse(library.words(wordsFor(language) as string) as string) as Record<string, string>
    const missing = [...looked].filter(word => !unseen.test(word) && !words[word])
    expect(missing).toEqual([])
  })
})

test('those of ours are words that the library looks up', () => {
  for (const language of ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'ko', 'nl', 'pt-br', 'zh-cn', 'zh-tw']) {
    expect(Object.keys(addedTranslations(language)).filter(word => !looked.has(word))).toEqual([])
  }
})
