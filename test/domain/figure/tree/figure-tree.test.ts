/** The index of a body: every value is found at its place, and arrays are summed up. */

import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readTree } from '../../../../src/domain/figure/tree/build.ts'
import { kinds, none, type Place, root } from '../../../../src/domain/figure/tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../../../src/domain/figure/tree/head.ts'
import { pathsAt } from '../../../../src/domain/figure/tree/paths-at.ts'
import { examples } from '../../../support/property.ts'

const treeOf = (text: string, max?: number) => readTree(Buffer.from(text), max).tree
type Tree = ReturnType<typeof treeOf>
const json = JSON.stringify

/** Each character as `\u` and four digits. */
const escapedText = (text: string) => `"${text.split('').map(escaped).join('')}"`
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Names of other characters are never looked up. */
const isLikeAttribute = (name: string) => /^[ !#-[\]-~]*$/.test(name)

/** The places below one, in order. */
function below(tree: Tree, place: Place): readonly Place[] {
  const places: Place[] = []
  for (let at = tree.first(place); at !== none; at = tree.next(at)) places.push(at)
  return places
}

describe('a value', () => {
  const tree = treeOf(
    '{ "a" : [1, 2] ,"s":"x\\n", "p":"é", "n":-1.50e1,"t":true,"f":false,"0":null , "o":{}}',
  )

  test('is of a kind', () => {
    const found = below(tree, root).map(place => [tree.key(place), tree.kind(place), tree.text(place)])
    expect(found).toEqual([
      ['a', kinds.array, '[1, 2]'],
      ['s', kinds.string, '"x\\n"'],
      ['p', kinds.string, '"é"'],
      ['n', kinds.number, '-1.50e1'],
      ['t', kinds.true, 'true'],
      ['f', kinds.false, 'false'],
      ['0', kinds.null, 'null'],
      ['o', kinds.object, '{}'],
    ])
    const [array, text] = below(tree, root)
    expect(tree.is(array!, kinds.array | kinds.object)).toBe(true)
    expect([tree.is(text!, kinds.array | kinds.object), tree.is(none, kinds.string)]).toEqual([false, false])
    expect([tree.mask(root), tree.mask(text!)]).toEqual([0, 0])
  })

  test('is read as what it is, and as nothing else', () => {
    const [a, s, p, n, , , , o] = below(tree, root) as [
      Place,
      Place,
      Place,
      Place,
      Place,
      Place,
      Place,
      Place,
    ]
    expect([s, p, n, a, none].map(place => tree.string(place))).toEqual(['x\n', 'é', null, null, null])
    expect([n, s, none].map(place => tree.number(place))).toEqual([-15, null, null])
    expect([tree.value(a), tree.value(root)]).toMatchObject([[1, 2], { t: true }])
    expect([tree.first(o), tree.first(a), tree.count(o), tree.count(root)]).toEqual([none, none, 0, 8])
    expect([tree.parent(a), tree.parent(root), tree.start(a), tree.end(a)]).toEqual([root, none, 8, 14])
    expect(tree.bytes.toString('utf8', tree.keyStart(a), tree.keyStart(a) + 3)).toBe('"a"')
    expect(tree.after(root)).toBe(tree.after(o))
  })
})

describe('a member', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]))

  test.each<[string, string, string, unknown]>([
    ['by its name', '{"a":1,"b":2}', 'b', 2],
    ['by the last of several of its name', '{"a":1,"b":2,"a":3}', 'a', 3],
    ['by a name with escapes', '{"\\u0061b":1}', 'ab', 1],
    ['beside a name of other letters', '{"é":1,"e":2}', 'e', 2],
    ['among many', json(many), 'k99', 99],
    ['among many with escapes', json(many).replace('k50', '\\u006b50'), 'k50', 50],
  ])('is found %s', (_how, text, name, value) => {
    const tree = treeOf(text)
    expect(tree.value(tree.find(root, name))).toBe(value)
    expect(tree.value(tree.member(root, name))).toBe(value)
  })

  test.each<[string, string, string]>([
    ['of another name', '{"a":1,"ab":2}', 'b'],
    ['of a name that only begins so', '{"\\u0061bc":1}', 'ab'],
    ['of a name that goes on', '{"\\u0061":1}', 'ab'],
    ['of a longer name', '{"ab":1}', 'a'],
    ['of other letters', '{"\\u00e9":1, "\\u1061":2, "\\u0161":3, "\\n":4}', 'a'],
    ['of another escape', '{"\\t0061":1}', 'a0061'],
    ['without a name', '[1,{"a":1}]', ''],
    ['in a list', '[{"a":1}]', 'a'],
    ['among many others', json(many), 'k100'],
  ])('is not found %s', (_how, text, name) => {
    expect(treeOf(text).find(root, name)).toBe(none)
  })

  test('is found if, and only if, JSON.parse finds it', () => {
    const names = fc.oneof(fc.constantFrom('', 'x', 'y', 'xy', 'yx', 'é', '😀'), fc.string({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.boolean())), fc.array(names), (own, others) => {
        const members = own.map(([name, escaped], i) => `${escaped ? escapedText(name) : json(name)}:${i}`)
        const text = `{${members.join()}}`
        const [tree, parsed] = [treeOf(text), new Map(Object.entries(JSON.parse(text)))]
        for (const name of [...own.map(([name]) => name), ...others].filter(isLikeAttribute)) {
          const place = tree.find(root, name)
          expect(place === none ? undefined : tree.value(place)).toBe(parsed.get(name))
        }
      }),
      examples(300),
    )
  })

  test.each([[['Aa', 'BB']], [['é', '日本', 'e']]])(
    'keeps its name beside one that has the same hash, and in any letters: %j',
    names => {
      const tree = treeOf(json(Object.fromEntries(names.map(name => [name, 1]))))
      expect(below(tree, root).map(place => tree.key(place))).toEqual(names)
    },
  )

  test('that is null counts as absent, where that is asked for', () => {
    const tree = treeOf('{"a":null,"b":{"c":{"d":5},"n":null}}')
    expect(tree.kind(tree.find(root, 'a'))).toBe(kinds.null)
    expect([tree.member(root, 'a'), tree.at(root, 'b', 'n', 'x'), tree.at(root, 'x', 'c')]).toEqual([
      none,
      none,
      none,
    ])
    expect([tree.value(tree.at(root, 'b', 'c', 'd')), tree.at(root)]).toEqual([5, root])
  })
})

describe('an array', () => {
  const arrayOf = (text: string) => {
    const tree = treeOf(`{"a":${text}}`)
    return { tree, place: tree.find(root, 'a') }
  }

  test('has its objects as places, each with its index', () => {
    const { tree, place } = arrayOf('[1,{"x":1},[{"no":1}],{"x":{"y":[{"z":2}]}},null]')
    expect(below(tree, place).map(at => [tree.index(at), tree.text(tree.find(at, 'x'))])).toEqual([
      [1, '1'],
      [3, '{"y":[{"z":2}]}'],
    ])
    expect([tree.count(place), tree.index(place)]).toEqual([5, -1])
  })

  test('is summed up by the kinds, number and rows of its values', () => {
    const { tree, place } = arrayOf('[[1,2,[3,4]],[],"s",[{"x":5}]]')
    expect(tree.mask(place)).toBe(kinds.array | kinds.string)
    expect([tree.values(place), tree.shortestRow(place), tree.longestRow(place)]).toEqual([6, 0, 3])
    const one = arrayOf('[[1,{"a":[2]}],[3,4]]')
    expect([
      one.tree.values(one.place),
      one.tree.shortestRow(one.place),
      one.tree.longestRow(one.place),
    ]).toEqual([4, 2, 2])
    const mixed = arrayOf('[true,false,null,1.5,{"a":1}]')
    expect(mixed.tree.mask(mixed.place)).toBe(
      kinds.true | kinds.false | kinds.null | kinds.number | kinds.object,
    )
    expect(mixed.tree.values(mixed.place)).toBe(4)
  })

  test('has the same sums with objects that have arrays of their own', () => {
    const { tree, place } = arrayOf('[{"b":[1,2,3]},[7],{"c":[[4]]},8]')
    expect([tree.count(place), tree.values(place), tree.longestRow(place)]).toEqual([4, 6, 1])
    const [first, second] = below(tree, place)
    expect([tree.values(tree.find(first!, 'b')), tree.longestRow(tree.find(second!, 'c'))]).toEqual([3, 1])
    expect(tree.values(first!)).toBe(3)
  })
})

test('every object is found with its members, whatever the body', () => {
  function expectEqual(tree: Tree, place: Place, value: unknown): void {
    expect(tree.value(place)).toEqual(value)
    if (Array.isArray(value)) {
      expect(tree.count(place)).toBe(value.length)
      for (const at of below(tree, place)) expectEqual(tree, at, value[tree.index(at)])
    } else if (typeof value === 'object' && value !== null) {
      expect(below(tree, place).map(at => tree.key(at))).toEqual(Object.keys(value))
      for (const at of below(tree, place))
        expectEqual(tree, at, (value as Record<string, unknown>)[tree.key(at)])
    }
  }
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, ' '), (text, space) => {
      // As it is read: an object has the integers among its names first.
      const value = JSON.parse(text)
      expectEqual(treeOf(json(value, null, space)), root, value)
    }),
    examples(300),
  )
})

describe('a body is told', () => {
  test('to have more values than the index may have', () => {
    const text = '{"a":1,"b":{"c":2},"d":[1,2,3],"e":{"x":{}}}'
    expect(readTree(Buffer.from(text), 7).whole).toBe(true)
    const { whole, tree } = readTree(Buffer.from(text), 6)
    expect([whole, tree.text(tree.find(root, 'd'))]).toEqual([false, '[1,2,3]'])
    const scalars = readTree(Buffer.from('{"a":1,"b":2}'), 2)
    expect([scalars.whole, scalars.tree.find(root, 'b')]).toEqual([false, none])
    for (const beyond of ['[{"a":1,"b":2}]', '[{"a":[],"b":[]}]']) {
      const array = treeOf(beyond, 1)
      expect([array.longestRow(root), array.shortestRow(root)]).toEqual([0, treeOf('[1]').shortestRow(root)])
    }
    expect(treeOf(json(Array.from({ length: 20_000 }, (_, i) => ({ i })))).count(root)).toBe(20_000)
  })

  test('where it is nested too deep', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)},"b":[{"c":{}}]}`
    expect(readTree(Buffer.from(nested(63))).tooDeep).toEqual([])
    expect(readTree(Buffer.from(nested(64))).tooDeep).toEqual([5 + 63])
    const { tooDeep, tree } = readTree(Buffer.from(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`))
    expect([tooDeep, tree.value(root)]).toMatchObject([[64 * 5], { a: {} }])
    const last = tree.at(root, ...Array(63).fill('a'))
    expect([tree.kind(last), tree.find(last, 'a')]).toEqual([kinds.object, none])
    expect(readTree(Buffer.from(`[${`${nested(64)},`.repeat(200)}1]`)).tooDeep).toHaveLength(101)
  })

  test('where its typed arrays are, and which names reach a prototype', () => {
    const { typedArrays, tree, prototypes } = readTree(
      Buffer.from('[{"x":{"bdata":"AA"},"y":{"cdata":1,"bdata1":2}},{"bdata":1,"dtype":2},{"__proto__":3}]'),
    )
    expect(typedArrays.map(place => tree.text(place))).toEqual(['{"bdata":"AA"}', '{"bdata":1,"dtype":2}'])
    expect(prototypes).toHaveLength(1)
    const inRows = readTree(Buffer.from('[[{"__proto__":{"bdata":"AA"}}]]'))
    expect([inRows.prototypes, inRows.typedArrays]).toEqual([[3], []])
    const many = `[${Array(200).fill('{"__proto__":1}').join()}]`
    expect(readTree(Buffer.from(many)).prototypes).toHaveLength(101)
  })
})

describe('of a long array', () => {
  const rootOf = (value: unknown) => {
    const tree = treeOf(typeof value === 'string' ? value : json(value))
    return [tree, root] as const
  }
  const numbers = Array.from({ length: 3_000 }, (_, i) => i)

  test('the first values are read, in 4 KB', () => {
    const head = headOf(...rootOf(numbers))
    expect(head.length).toBeGreaterThan(900)
    expect(head).toEqual(numbers.slice(0, head.length))
    expect(headOf(...rootOf(['x', 1]))).toEqual(['x', 1])
    expect(headOf(...rootOf(['a', 'b,'.repeat(3_000)]))).toEqual([])
    expect(headOf(...rootOf(['a', 'b', 'c'.repeat(5_000)]))).toEqual(['a', 'b'])
    expect(headOf(...rootOf(['a', 'b,c,'.padEnd(5_000)]))).toEqual(['a'])
    expect(headOf(...rootOf(['c'.repeat(5_000)]))).toEqual([])
    expect(headOf(...rootOf(['c'.repeat(5_000), 1]))).toEqual([])
    expect(headOf(...rootOf(`[1${' '.repeat(4_091)},2]`))).toEqual([1, 2])
    expect(headOf(...rootOf(`[1${' '.repeat(4_092)},2]`))).toEqual([1])
    const later = treeOf(`{"a":"${'x'.repeat(3_000)}","b":[1,2]}`)
    expect([headOf(later, later.find(root, 'b')), isReadWhole(later, later.find(root, 'b'))]).toEqual([
      [1, 2],
      true,
    ])
  })

  test('it is told that it is not read whole', () => {
    expect([numbers, [1], 'x', {}].map(value => isReadWhole(...rootOf(json(value))))).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(isReadWhole(...rootOf(`[${' '.repeat(4_094)}]`))).toBe(true)
    expect(isReadWhole(...rootOf(`[${' '.repeat(4_095)}]`))).toBe(false)
  })
})

describe('the path of an offset', () => {
  test('has the names and indexes that lead there', () => {
    const text = '{"a":[1,{"b c":[[2],{"d":3}]}],"\\u0065":[[4]]}'
    const offsets = ['{"b c"', '[2]', '{"d"', '"d"', '[4]'].map(part => text.indexOf(part))
    expect(pathsAt(Buffer.from(text), offsets)).toEqual([
      'a[1]',
      'a[1]["b c"][0]',
      'a[1]["b c"][1]',
      'a[1]["b c"][1].d',
      'e[0]',
    ])
    expect(pathsAt(Buffer.from(`\ufeff${text}`), [3])).toEqual(['$'])
    expect(pathsAt(Buffer.from('not JSON'), [])).toEqual([])
    expect(() => pathsAt(Buffer.from('not JSON'), [3])).toThrow('JSON')
  })

  test('has no more than 65 steps', () => {
    const [path = ''] = pathsAt(Buffer.from(`${'['.repeat(100)}{}${']'.repeat(100)}`), [100])
    expect(path.match(/\[0\]/g)).toHaveLength(65)
  })
})
