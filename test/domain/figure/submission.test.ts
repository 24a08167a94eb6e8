import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ignoredKeys } from '../../../src/domain/figure/check/top-level.ts'
import { figureDigest } from '../../../src/domain/figure/digest.ts'
import { defaultTemplatePrefix, layoutTextOf } from '../../../src/domain/figure/layout.ts'
import { requireNoWarnings } from '../../../src/domain/figure/strictness.ts'
import { readShortSubmission, readSubmission } from '../../../src/domain/figure/submission.ts'
import { AppError } from '../../../src/errors/errors.ts'
import { defaultTemplate } from '../../../src/plotly/default-template.ts'
import { traceTypes } from '../../../src/plotly/schema/schema.ts'
import { examples } from '../../support/property.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readSubmission(bytesOf(text))
const layoutOf = (text: string) => JSON.parse(String(read(`{"data":[],"layout":${text}}`).figure.layout))

function refusal(body: string | Uint8Array): AppError {
  try {
    readSubmission(typeof body === 'string' ? bytesOf(body) : body)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the body was accepted')
}
const faults = (body: string) => {
  const error = refusal(body)
  expect([error.code, error.status]).toEqual(['invalid_figure', 422])
  return error.details ?? []
}
const paths = (body: string) => faults(body).map(({ path }) => path)
/** Longer than texts that are kept as strings. */
const large = 'é'.repeat(70_000)
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('the submitted text', () => {
  test('is kept to the byte: numbers, spaces, escapes, duplicate keys', () => {
    const data = '[ {"x":[1.0, 1e400,12345678901234567890 ,-0.0],\n\t"name":"\\u00e9\\/é", "a":1,"a":2} ]'
    expect(read(`{ "data" :${data} , "frames":[ {"name" : "a"} ] }`).figure).toMatchObject({
      data,
      frames: '[ {"name" : "a"} ]',
    })
  })

  test('comes back byte for byte, for any JSON in a trace', () => {
    const value = fc.json({ maxDepth: 4 }).filter(text => !text.includes('__proto__'))
    fc.assert(
      fc.property(fc.array(value), fc.constantFrom('', ' ', '\n\t'), (values, gap) => {
        const data = `[${values.map(text => `${gap}{"meta":${gap}${text}}`).join(`${gap},`)}${gap}]`
        expect(read(`{${gap}"data"${gap}:${gap}${data}${gap}}`).figure.data).toBe(data)
      }),
      examples(),
    )
  })

  test.each(['"\\u0064ata"', '"d\\u0061ta"'])('is found when its name is spelt %s', name => {
    expect(read(`{${name}:[{}]}`).figure.data).toBe('[{}]')
  })

  test('may be an empty figure', () => {
    expect(read('{"data":[]}')).toEqual({
      figure: { data: '[]', layout: JSON.stringify({ template: defaultTemplate.light }), frames: null },
      digest: expect.any(String),
      title: null,
      traceTypes: [],
      warnings: [],
    })
  })

  test('has the digest of the figure that is stored, with its own template or the default one', () => {
    const bodies = [
      '{"data":[]}',
      '{"data":[],"layout":{"title":"ü"}}',
      '{"data":[],"layout":{"template":{}}}',
      '{"data":[],"frames":[]}',
      `{"data":[],"layout":{"meta":"${large}"}}`,
      `{"data":[],"layout":{"template":{},"meta":"${large}"}}`,
      `{"data":[{"meta":"${large}"}],"frames":[{"name":"${large}"}]}`,
    ]
    const read = bodies.map(body => readSubmission(Buffer.from(body)))
    for (const { figure, digest } of read) {
      const { data, layout, frames } = figure
      expect(figureDigest(figure)).toBe(digest)
      const strings = { data: String(data), layout: String(layout), frames: frames && String(frames) }
      expect(figureDigest(strings)).toBe(digest)
    }
    expect(new Set(read.map(({ digest }) => digest)).size).toBe(bodies.length)
  })

  test('is read in this thread only if it has few values', () => {
    const body = bytesOf('{"data":[{"x":[1,2,3],"mode":"markers"}]}')
    expect(readShortSubmission(body, 5)).toEqual(readSubmission(body))
    expect(readShortSubmission(body, 4)).toBeNull()
  })

  test('may begin with a byte order mark', () => {
    expect(read('\ufeff{"data":[]}').figure.data).toBe('[]')
  })

  test('means absent where it says null', () => {
    expect(read('{"data":[],"layout":null,"frames":null,"config":null}')).toEqual(read('{"data":[]}'))
  })

  test('may carry what exports write for their own libraries', () => {
    const more = ignoredKeys.map(key => `"${key}":{"any":[1,2]}`).join(',')
    expect(read(`{${more},"data":[]}`)).toEqual(read('{"data":[]}'))
  })
})

describe('the default layout', () => {
  test('is the default template under the submitted text, whose members stay as they are', () => {
    const { layout } = read('{"data":[],"layout":{ "width" : 1.50e2, "title":"\\u0041" }}').figure
    expect(JSON.parse(String(layout))).toEqual({ template: defaultTemplate.light, width: 150, title: 'A' })
    expect(layout).toContain('"width" : 1.50e2, "title":"\\u0041" }')
  })

  test('begins with one and the same text', () => {
    for (const body of ['{"data":[]}', '{"data":[],"layout":{}}', '{"data":[],"layout":{"title":"é"}}']) {
      expect(String(read(body).figure.layout).startsWith(defaultTemplatePrefix)).toBe(true)
    }
  })

  test('is kept apart from the submitted text as long as the figure is in memory', () => {
    const { figure } = read('{"data":[],"layout":{"title":"A"}}')
    expect(layoutTextOf(figure)).toEqual({ prefix: defaultTemplatePrefix, rest: ',"title":"A"}' })
    expect(layoutTextOf({ ...figure })).toBeNull()
  })

  test('gives way to a submitted template as a whole', () => {
    expect(read('{"data":[],"layout":{ "template":{"layout":{}} }}').figure.layout).toBe(
      '{ "template":{"layout":{}} }',
    )
    expect(layoutOf('{"t\\u0065mplate":{}}')).toEqual({ template: {} })
  })

  test.each([
    '{"template":null}',
    '{"template":null,"width":1}',
    '{"width":1,"template":null}',
    '{"template":{},"template":null}',
    '{"a":1 , "template" : null , "b":2}',
    '{"a":1 , "template" : null }',
    '{ "template" : null , "b":2}',
    '{"a":1\n,\r"template":null\t\n\r }',
    '{"template":null\t\n\r ,"a":1}',
    '{ }',
  ])('stands where no template is left in %s', text => {
    const { template: _, ...rest } = JSON.parse(text)
    expect(layoutOf(text)).toEqual({ template: defaultTemplate.light, ...rest })
  })

  test('and any layout make a text that equals both', () => {
    const keys = fc.constantFrom('title', 'a"b', 'ü', 'meta', 'computed', '')
    const template = fc.constantFrom({}, { layout: {} }, null, undefined)
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 })), template, (layout, own) => {
        const { title, ...others } = layout
        const titled = typeof title === 'string' ? { title } : {}
        const text = JSON.stringify({ ...others, ...(own !== undefined && { template: own }), ...titled })
        fc.pre(!text.includes('__proto__'))
        const { template, ...rest } = JSON.parse(text)
        expect(layoutOf(text)).toEqual({ ...rest, template: template ?? defaultTemplate.light })
      }),
      examples(),
    )
  })
})

describe('a body that is not JSON', () => {
  test.each([
    ['', /empty/],
    ['\ufeff', /empty/],
    ['{"data":[]', /ends too early, at position 10 \(line 1, column 11\): expected a comma or }/],
    [
      '{"data":[{"x":[1,NaN]}]}',
      /position 17 \(line 1, column 18\): found "NaN", expected a JSON value.*null/,
    ],
    ['{"data":\n [{"né":tru}]}', /position 17 \(line 2, column 9\): found "tru"/],
    ["{'data':[]}", /found "'".*double quotes/],
    ['{"data":[1,]}', /found "]".*a comma too many/],
    ['{ data: [] }', /found "data".*send \{"data": \[ … \]\}/],
    ['{"data":[]} x', /found "x", expected nothing more/],
    ['{"data":[]} // all', /found "\/".*no comments/],
    ['{"data":None}', /found "None".*null/],
    ['{"data":[-Infinity]}', /no such number/],
    ['{"data":["\\q"]}', /backslash/],
    ['{"data":["\t"]}', /control character/],
    ['{"data":[],"data":[]}', /"data" twice/],
    ['{"data":[],"d\\u0061ta":[]}', /"data" twice/],
    ['{"data":[],"config":1,"config":2}', /"config" twice/],
    [`${'['.repeat(200_000)}`, /ends too early/],
  ])('is refused with its place: %#', (body, message) => {
    const error = refusal(body)
    expect([error.code, error.status]).toEqual(['invalid_json', 400])
    expect(error.message).toMatch(message)
  })

  test.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('is refused when it is no UTF-8: %s', (_, bytes) => {
    expect(refusal(Uint8Array.from(bytes))).toMatchObject({
      code: 'invalid_json',
      status: 400,
      message: /UTF-8/,
    })
  })

  test.each([
    ['a png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', /is a png image.*; send the figure it was drawn from/],
    ['a jpeg', '\xff\xd8\xff\xe0\0\x10JFIF', /is a jpeg image/],
    ['a gif', 'GIF89a\x01', /is a gif image/],
    ['a webp', 'RIFF\x24\0\0\0WEBPVP8', /is a webp image/],
    ['a pdf', '%PDF-1.7\n%\xe2', /is a pdf file/],
    ['an svg', '<svg xmlns="http://www.w3.org/2000/svg">', /is an svg image/],
    ['an svg with a prologue', '<?xml version="1.0"?>\n<svg>', /is an svg image/],
    ['a page of Plotly', '<html>\n<head><meta charset="utf-8" /></head>', /is a web page.*fig\.to_json/],
    ['a page', '\n<!DOCTYPE html>', /is a web page/],
    ['gzip', '\x1f\x8b\x08\0', /is compressed by gzip; .*Content-Encoding/],
    ['zstd', '\x28\xb5\x2f\xfd', /is compressed by zstd/],
    ['a spreadsheet', 'PK\x03\x04\x14', /is a zip archive, as spreadsheets are/],
    ['UTF-16', '\xff\xfe{\0', /is UTF-16; encode it as UTF-8/],
    ['UTF-16 without a mark', '{\0"\0d\0', /is UTF-16; encode it as UTF-8/],
    ['a table', 'month,sold\n1,2\n', /found "month".*; send \{"data": \[ … \]\}/],
    ['a script', 'import plotly', /found "import".*; send \{"data": \[ … \]\}/],
  ])('is told as what it is: %s', (_, content, message) => {
    const error = refusal(Buffer.from(content, 'latin1'))
    expect([error.code, error.status]).toEqual(['invalid_json', 400])
    expect(error.message).toMatch(message)
  })

  test('is a figure also where its texts begin like files', () => {
    expect(read('{"data":[{"name":"GIF89a PK %PDF- <svg"}]}').figure.data).toContain('%PDF-')
  })

  test('never gets through, whatever is changed in a figure', () => {
    const good =
      '{"data":[{"type":"bar","x":[1,2.5e3],"n\\u0061me":"é"}],"layout":{"title":"a","template":null}}'
    const at = fc.nat(good.length)
    fc.assert(
      fc.property(at, fc.nat(4), fc.string({ maxLength: 3 }), (place, drop, put) => {
        const body = (good.slice(0, place) + put + good.slice(place + drop)).toWellFormed()
        try {
          const { figure } = read(body)
          expect(JSON.stringify(JSON.parse(String(figure.data)))).toBe(JSON.stringify(JSON.parse(body).data))
          JSON.parse(String(figure.layout))
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
      examples(2000),
    )
  })
})

describe('a figure with faults', () => {
  test.each<[string, string[], RegExp]>([
    ['[]', ['$'], /must be an object .* got an array/],
    ['"a"', ['$'], /got a string/],
    ['null', ['$'], /got null/],
    ['{}', ['data'], /required/],
    ['{"data":null}', ['data'], /required/],
    ['{"data":{}}', ['data'], /must be an array of traces, got an object/],
    ['{"data":"x"}', ['data'], /got a string/],
    ['{"data":[{},1,null,[{}],"a"]}', ['data[1]', 'data[2]', 'data[3]', 'data[4]'], /must be an object/],
    ['{"data":[],"layout":[]}', ['layout'], /must be an object, got an array; send \{\} for an empty one/],
    ['{"data":[],"layout":[1]}', ['layout'], /must be an object, got an array/],
    ['{"data":[],"layout":"a"}', ['layout'], /must be an object, got a string/],
    ['{"data":[],"layout":{"a":{"b c":[0,1e400]}}}', ['layout.a["b c"][1]'], /1.8e308/],
    ['{"data":[],"layout":{"width":1e400}}', ['layout.width'], /1.8e308/],
    ['{"data":[],"layout":{"a":-1e999}}', ['layout.a'], /larger/],
    ['{"data":[],"layout":{"a":100E+307}}', ['layout.a'], /larger/],
    [`{"data":[],"layout":{"a":${'1'.repeat(211)}e99}}`, ['layout.a'], /larger/],
    ['{"data":[],"frames":{}}', ['frames'], /must be an array of frames/],
    ['{"data":[],"frames":[{},1]}', ['frames[1]'], /a frame must be an object/],
    ['{"data":[1,{"type":"scater"}]}', ['data[0]', 'data[1].type'], /must be an object/],
    [
      '{"data":[{"type":"scater"}]}',
      ['data[0].type'],
      /did you mean "scatter"\?.*valid types: bar, .*waterfall/,
    ],
    ['{"data":[{"type":"scattermapbox"}]}', ['data[0].type'], /did you mean "scattermap"/],
    ['{"data":[{"type":"line"}]}', ['data[0].type'], /did you mean "scatter"/],
    ['{"data":[{"type":"histogramy"}]}', ['data[0].type'], /did you mean "histogram" with the values in "y"/],
    ['{"data":[{"type":"toString"}]}', ['data[0].type'], /unknown trace type/],
    ['{"data":[{"type":""}]}', ['data[0].type'], /unknown trace type ""/],
    ['{"data":[{"type":3}]}', ['data[0].type'], /must be a string, got a number/],
    ['{"data":[{"type":["bar"]}]}', ['data[0].type'], /must be a string, got an array/],
    ['{"data":[{"type":"bar","type":"baz"}]}', ['data[0].type'], /did you mean "bar"/],
    ['{"data":[],"layot":{}}', ['layot'], /did you mean layout/],
    ['{"data":[],"lay out":{}}', ['$["lay out"]'], /did you mean layout/],
    ['{"data":[],"Data":[]}', ['Data'], /did you mean data/],
    ['{"data":[],"something":1}', ['something'], /a figure has data, layout, frames/],
    ['{"data":[{"__proto__":{}}]}', ['data[0].__proto__'], /not allowed/],
    ['{"data":[{"x":[[{"__pr\\u006fto__":1}]]}]}', ['data[0].x[0][0].__proto__'], /not allowed/],
    ['{"data":[],"layout":{"a":{"__proto__":1}}}', ['layout.a.__proto__'], /not allowed/],
    [
      '{"data":[],"frames":[{"layout":{"a.__proto__.b":1}}]}',
      ['frames[0].layout["a.__proto__.b"]'],
      /not allowed/,
    ],
    ['{"data":[],"config":{"__proto__":1}}', ['config.__proto__'], /not allowed/],
    ['{"data":[],"__proto__":{}}', ['__proto__'], /not allowed/],
    [`{"data":[{"x":${nested(62)}}]}`, [`data[0].x${'[0]'.repeat(61)}`], /deeper than 64/],
  ])('is told what is wrong and where: %s', (body, where, message) => {
    expect(paths(body)).toEqual(where)
    expect(faults(body)[0]?.message).toMatch(message)
  })

  test('is told all of it at once', () => {
    const body =
      '{"data":[7,{"type":"baz","a":{"__proto__":1}},{"type":1}],"layout":{"a":1e400},"frames":1,"layuot":1}'
    expect(paths(body).sort()).toEqual(
      [
        'data[0]',
        'data[1].a.__proto__',
        'data[1].type',
        'data[2].type',
        'frames',
        'layout.a',
        'layuot',
      ].sort(),
    )
    expect(refusal(body).message).toMatch(/7 faults/)
  })

  test('is told a hundred, and how many more there are', () => {
    const details = faults(`{"data":[${Array(250).fill('1').join(',')}]}`)
    expect(details).toHaveLength(101)
    expect(details.at(-1)).toEqual({ path: '$', message: expect.stringMatching(/^150 more/) })
    expect(paths(`{"data":[],"layout":{"a":[${Array(250).fill('1e400').join(',')}]}}`)).toHaveLength(100)
  })

  test('is told first that its body has too many members', () => {
    const members = Array(2_001).fill('"a":1').join(',')
    expect(paths(`{"data":[],${members}}`)).toContain('$')
  })

  test('is told its limits', () => {
    expect(faults(`{"data":[${Array(2001).fill('{}').join(',')}]}`)).toEqual([
      { path: 'data', message: expect.stringMatching(/2001 traces are more than 2000/) },
    ])
    expect(faults(`{"data":[{"x":[${'1,'.repeat(2_000_000)}1]}]}`)).toEqual([
      { path: 'data', message: expect.stringMatching(/2000001 points are more than 2000000/) },
    ])
  })
})

describe('the limits', () => {
  test('let through what just keeps them', () => {
    expect(read(`{"data":[${Array(2000).fill('{}').join(',')}]}`).traceTypes).toEqual(['scatter'])
    expect(read(`{"data":[{"x":${nested(61)}}]}`).figure.data).toContain('[[[')
  })

  test('count points, not coordinates: a million with x, y and a colour each', () => {
    const million = `[${'1,'.repeat(999_999)}1]`
    expect(
      read(`{"data":[{"x":${million},"y":${million},"marker":{"color":${million}}}]}`).traceTypes,
    ).toHaveLength(1)
  })

  test('count typed arrays by what they decode to, and rows of arrays by their values', () => {
    const typed = (dtype: string, bytes: number) =>
      `{"data":[{"z":{"shape":"2, 2","bdata":"${'A'.repeat((bytes / 3) * 4)}","dtype":"${dtype}"}}]}`
    expect(faults(typed('u1', 2_400_000))[0]?.message).toMatch(/^2400000 points/)
    expect(read(typed('f8', 2_400_000)).traceTypes).toEqual(['scatter'])
    const row = `[${'1,'.repeat(2999)}1]`
    expect(faults(`{"data":[{"z":[${Array(700).fill(row).join(',')}]}]}`)[0]?.message).toMatch(
      /^2100000 points/,
    )
  })
})

test('warnings refuse a figure only where they are to', () => {
  const warning = { path: 'data[0].type', message: 'is not drawn' }
  expect(() => requireNoWarnings([warning], 'strict')).toThrow(
    expect.objectContaining({ code: 'invalid_figure', details: [warning] }),
  )
  expect(() => requireNoWarnings([warning], 'lenient')).not.toThrow()
  expect(() => requireNoWarnings([], 'strict')).not.toThrow()
})

describe('what lists show of a figure', () => {
  test('trace types, distinct, in order of first appearance', () => {
    expect(
      read('{"data":[{"type":"pie"},{},{"type":null},{"type":"b\\u0061r"},{"type":"pie"}]}').traceTypes,
    ).toEqual(['pie', 'scatter', 'bar'])
  })

  test('every type the library knows is one', () => {
    const data = traceTypes.map(type => ({ type }))
    expect(read(JSON.stringify({ data })).traceTypes).toEqual(traceTypes)
  })

  test.each<[unknown, string | null]>([
    ['My graph', 'My graph'],
    [{ text: 'My graph' }, 'My graph'],
    [
      '<b>Bold</b><br>and <a href="http://x">linked</a> &amp; 5 &lt; 6 &#233;&#x1F4C8;',
      'Bold and linked & 5 < 6 é📈',
    ],
    ['a < b and c > d', 'a < b and c > d'],
    ['  two\n lines\t ', 'two lines'],
    ['&amp;lt;b&amp;gt; &unknown; &#0;', '&lt;b&gt; &unknown; &#0;'],
    ['', null],
    ['<br>', null],
    ['Energy: $E = mc^2$ <i>(1905)</i>', 'Energy: E = mc² (1905)'],
    [2024, '2024'],
    [{ text: 5 }, '5'],
    [{ font: {} }, null],
    ['\ud800x', '\ufffdx'],
    ['ü'.repeat(300), `${'ü'.repeat(199)}…`],
    ['📈'.repeat(200), '📈'.repeat(200)],
  ])('the title %j as plain text', (title, plain) => {
    expect(read(JSON.stringify({ data: [], layout: { title } })).title).toBe(plain)
  })
})

describe('a refusal of something huge', () => {
  const huge = 'a'.repeat(1_000_000)

  test.each([
    ['an unknown key', `{"data":[],"${huge}":1}`],
    ['a place below a long name', `{"data":[{"${huge}":{"__proto__":1}}]}`],
    ['a trace type', `{"data":[{"type":"${huge}"}]}`],
    ['a key given twice', `{"data":[],"${huge}":1,"${huge}":2}`],
  ])('quotes only the beginning: %s', (_name, body) => {
    const { message, details } = refusal(body)
    expect(JSON.stringify({ message, details }).length).toBeLessThan(5_000)
  })
})
