/** What an address asks for: its parameters, and the addresses that are made of them. */

import { describe, expect, test } from '@jest/globals'
import { createAddresses } from '../../src/domain/addresses.ts'
import { refuseMisspelt, single } from '../../src/domain/query.ts'

const query = (text: string) => new URLSearchParams(text)

describe('a parameter', () => {
  test('is read once, and is null where it is absent', () => {
    expect(single(query('width=300&height='), 'width')).toBe('300')
    expect(single(query('width=300&height='), 'height')).toBe('')
    expect(single(query('width=300'), 'scale')).toBeNull()
  })

  test('that is given twice is refused by its name, also with equal values', () => {
    for (const twice of ['width=1&width=2', 'width=1&width=1']) {
      expect(() => single(query(twice), 'width')).toThrow('width: is given more than once')
    }
  })

  test('that is misspelt is refused with the name that was meant; each once', () => {
    const names = ['width', 'height', 'scale', 'version']
    const refused = (text: string) => {
      try {
        refuseMisspelt(query(text).keys(), names)
        return []
      } catch (error) {
        return (error as { details: unknown }).details
      }
    }
    expect(refused('widht=1&widht=2&hieght=3&scale=4')).toEqual([
      { path: 'widht', message: 'there is no such parameter; did you mean width?' },
      { path: 'hieght', message: 'there is no such parameter; did you mean height?' },
    ])
    // Of trackers and caches.
    expect(() => refuseMisspelt(query('utm_source=mail&_=123&width=1&session=7').keys(), names)).not.toThrow()
  })
})

describe('the addresses of a graph', () => {
  test.each(['https://plots.example.org/p', 'https://plots.example.org/p/', 'https://plots.example.org/p//'])(
    'stand below %s',
    plotUrl => {
      const addresses = createAddresses(plotUrl)
      expect(addresses.permalink('abc')).toBe('https://plots.example.org/p/abc')
      expect(addresses.download('abc')).toBe('https://plots.example.org/p/abc.html')
      expect(addresses.image('abc')).toBe('https://plots.example.org/p/abc.png')
      expect(addresses.image('abc@2', 'svg')).toBe('https://plots.example.org/p/abc@2.svg')
    },
  )

  test('of equal images are equal, in whatever order their parameters are given', () => {
    const { image } = createAddresses('https://plots.example.org')
    const wanted = 'https://plots.example.org/abc.webp?width=300&scale=2&theme=dark'
    expect(image('abc', 'webp', { theme: 'dark', scale: 2, width: 300 })).toBe(wanted)
    expect(image('abc', 'webp', { width: 300, height: null, scale: 2, theme: 'dark' })).toBe(wanted)
    expect(image('abc', 'webp', { width: undefined, height: null })).toBe(
      'https://plots.example.org/abc.webp',
    )
  })
})
