import { deflateSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'
import { toldOf } from './mistake.ts'

/** The beginning of a PNG is all that is read of it. */
function png(width: number, height: number): string {
  const head = Buffer.alloc(33)
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return `data:image/png;base64,${Buffer.concat([head, deflateSync(Buffer.alloc(1_000))]).toString('base64')}`
}
const image = (source: string, members: object = {}) => ({ source, sizex: 1, sizey: 1, ...members })
const withImages = (...images: readonly object[]) => ({ data: [{ y: [1, 2] }], layout: { images } })

const told = (figure: object) => {
  try {
    return readSubmission(Buffer.from(JSON.stringify(figure))).warnings
  } catch (error) {
    return (error as { details: unknown }).details
  }
}
const source = (at: number) => `layout.images[${at}].source`

describe('images in a figure', () => {
  test('of the size of photos are taken', () => {
    expect(told(withImages(image(png(6_000, 4_000)), image(png(100, 100))))).toEqual([])
  })

  test.each([
    [8_000, 5_000, ''],
    [8_000, 5_001, 'warning'],
    [10_000, 10_000, 'warning'],
    [10_000, 10_001, 'error'],
  ])('of %d × %d pixels get the severity "%s"', (width, height, severity) => {
    const [found] = toldOf(withImages(image(png(width, height))))
    expect(found?.[0] ?? '').toBe(severity)
  })

  test('of many more pixels than are shown get a warning', () => {
    expect(told(withImages(image(png(100, 100)), image(png(9_000, 5_000))))).toEqual([
      {
        path: source(1),
        message: 'the image has 45 million pixels; scale it down to what is shown of it',
      },
    ])
  })

  test('that are too many together are refused, with the largest', () => {
    const images = [image(png(6_000, 6_000)), image(png(7_000, 6_000)), image(png(6_000, 6_000))]
    expect(told(withImages(...images))).toMatchObject([
      {
        path: source(1),
        message: expect.stringMatching(/^the image has 42 million pixels, .* 114 million; /),
      },
    ])
  })

  test('in few bytes, and of an image trace, are refused as well', () => {
    const trace = { type: 'image', source: png(16_000, 16_000) }
    expect(told({ data: [trace] })).toEqual([
      {
        path: 'data[0].source',
        message:
          'the image has 256 million pixels; scale it down to what is shown of it, at most to 100 million',
      },
    ])
  })

  test('that are hidden do not count', () => {
    const large = png(16_000, 16_000)
    expect(told(withImages(image(large, { visible: false })))).toEqual([])
    expect(told({ data: [{ type: 'image', source: large, visible: false }] })).not.toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('million') }),
    )
  })
})

const uriOf = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const svgOf = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="500">${inner}</svg>`
const rect = '<rect width="600" height="400"'
const toldOfSvg = (svg: string) => told(withImages(image(uriOf(svg))))

/** Each refers to the one before ten times. */
const chain = (levels: number, of: (at: number) => string) =>
  Array.from({ length: levels }, (_, at) => of(at)).join('')
const explosive: readonly (readonly [string, string])[] = [
  [
    'use',
    `${chain(9, at => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`)}<g id="a0">${rect}/></g><use href="#a9"/>`,
  ],
  [
    'use with an encoded address',
    `${chain(9, at => `<g id="a${at + 1}">${`<use href="&#35;a${at}"/>`.repeat(10)}</g>`)}<g id="a0">${rect}/></g>`,
  ],
  ...['pattern:fill', 'mask:mask', 'clipPath:clip-path', 'filter:filter', 'marker:marker-mid'].map(pair => {
    const [name = '', property = ''] = pair.split(':')
    const levels = chain(
      9,
      at => `<${name} id="a${at + 1}">${`${rect} ${property}="url(#a${at})"/>`.repeat(10)}</${name}>`,
    )
    return [name, `${levels}<${name} id="a0">${rect}/></${name}>${rect} ${property}="url(#a9)"/>`] as const
  }),
  [
    'a style sheet',
    `<style>${chain(9, at => `.m${at}{mask:url(#a${at})}`)}</style>${chain(9, at => `<mask id="a${at + 1}">${`${rect} class="x m${at}"/>`.repeat(10)}</mask>`)}<mask id="a0">${rect}/></mask>${rect} style="mask:url('#a9')"/>`,
  ],
  [
    'use of the first of two elements with an id',
    `${chain(9, at => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`)}<g id="a0">${rect}/></g><use href="#a9"/>${chain(10, at => `<g id="a${at}"/>`)}`,
  ],
  [
    'images in one another',
    Array.from({ length: 7 }).reduce<string>(
      inner => `<g id="i"><image href="${uriOf(svgOf(inner))}"/></g>${'<use href="#i"/>'.repeat(10)}`,
      `${rect}/>`,
    ),
  ],
]

describe('an SVG in a figure', () => {
  test.each(explosive)('that draws itself again and again by %s is refused', (_, inner) => {
    expect(toldOfSvg(svgOf(inner))).toEqual([
      {
        path: source(0),
        message: expect.stringMatching(
          /^the SVG draws (more than a billion|[\d,]+) elements.*at most 200,000$/,
        ),
      },
    ])
  })

  const elements = '<g/>'.repeat(30_000)
  test.each([
    ['rules for all elements', `<style>${'*{fill:url(#a)}'.repeat(300_000)}</style>${elements}`],
    ['references of all elements', `<style>*{filter:${'url(#a) '.repeat(100_000)}}</style>${elements}`],
    ['selectors of a rule', `<style>${'*,'.repeat(500_000)}*{fill:url(#a)}</style>${elements}`],
    ['elements in a row', '<g/>'.repeat(190_000)],
    ['addresses after another', `<style>${'d&#97;ta:'.repeat(600_000)}</style>`],
  ])('of many %s is read in time that grows with its length alone', (_, inner) => {
    const started = process.cpuUsage()
    // Browsers take long for some of them.
    expect(JSON.stringify(toldOfSvg(svgOf(inner)))).toMatch(/^\[\]$|take about/)
    // For each element, the rules and references would take minutes.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000)
  })

  test.each([
    ['a circle of references', `<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`],
    ['gradients of many shapes', `<linearGradient id="g"/>${`${rect} fill="url(#g)"/>`.repeat(500)}`],
    ['a symbol that is used often', `<symbol id="s">${rect}/></symbol>${'<use href="#s"/>'.repeat(500)}`],
    ['entities as drawing programs declare them', `<g>&#160;</g>`],
    ['an entity of XML', '<text>A &amp; B</text>'],
    ['an unknown step of a filter', `<filter id="f"><constructor/></filter>${rect} filter="url(#f)"/>`],
  ])('with %s is taken', (_, inner) => {
    expect(toldOfSvg(svgOf(inner))).toEqual([])
    const declared = `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;">${inner}</svg>`
    expect(
      toldOfSvg(`<?xml version="1.0" encoding="utf-8"?>\n<!-- http://www.w3.org/2000/svg -->${declared}`),
    ).toEqual([])
  })

  test.each([
    [
      'filters',
      `<filter id="f"><feMorphology radius="100"/></filter>${`${rect} filter="url(#f)"/>`.repeat(100)}`,
    ],
    [
      'filters of a style sheet',
      `<style>/* } */ g > rect { filter: blur(9px) blur(9px) }</style><g>${`${rect}/>`.repeat(400)}</g>`,
    ],
    ['masks', `<mask id="m">${rect}/></mask>${`${rect} mask="url(#m)"/>`.repeat(4_000)}`],
    ['styles', `<style>${'g rect:not(.a){fill:red}'.repeat(10_000)}</style>${`${rect}/>`.repeat(3_000)}`],
    ['texts', `<text>${'long '.repeat(600_000)}<tspan>${'x'.repeat(3_000_000)}</tspan></text>`],
  ])('with %s that take long gets a warning', (_, inner) => {
    expect(toldOfSvg(svgOf(inner))).toEqual([
      {
        path: source(0),
        message: expect.stringMatching(/elements of an SVG.* take about .* may not be made in time/),
      },
    ])
  })

  test('is told of elements of patterns, which take longer than the same of use', () => {
    const shapes = `${rect}/>`.repeat(100)
    const used = (name: string, use: string) => `<${name} id="p">${shapes}</${name}>${use.repeat(1_100)}`
    expect(toldOfSvg(svgOf(used('symbol', '<use href="#p"/>')))).toEqual([])
    expect(toldOfSvg(svgOf(used('pattern', `${rect} fill="url(#p)"/>`)))).toMatchObject([
      { path: source(0), message: expect.stringMatching(/take about/) },
    ])
  })

  test('counts the pixels of the images inside', () => {
    const inner = `<image href="${png(16_000, 16_000)}"/>`
    const refused = [{ path: source(0), message: expect.stringMatching(/^the image has 256 million pixels/) }]
    expect(toldOfSvg(svgOf(inner))).toEqual(refused)
    expect(toldOfSvg(svgOf(`<image href="${uriOf(svgOf(inner))}"/>`))).toEqual(refused)
    expect(toldOfSvg(svgOf(`<style>g{background:url(${png(16_000, 16_000)})}</style>`))).toEqual(refused)
    expect(toldOfSvg(svgOf(inner.replace('16000', '160').replace('href', 'xlink:href')))).not.toEqual([])
  })

  const large = png(16_000, 16_000)
  const percents = (text: string) => text.replace(/[a-z]/gi, each => `%${each.charCodeAt(0).toString(16)}`)
  const bytesOf = (uri: string) => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
  const avif = Buffer.concat([
    Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
    Buffer.alloc(9_000),
    Buffer.from('\0\0\0\x14ispe\0\0\0\0\0\0\x3e\x80\0\0\x3e\x80', 'latin1'),
  ])
  const jpeg = Buffer.concat([
    Buffer.from('ffd8ffe0fffe', 'hex'),
    Buffer.alloc(0xfffc),
    Buffer.from('ffc00011083e803e80', 'hex'),
  ])
  test.each([
    ['after much else', `<!--${'-a'.repeat(5_000)}-->`, svgOf(`<image href="${large}"/>`)],
    ['in upper case', '', svgOf(`<image href="${large.replace('data', 'DATA')}"/>`)],
    ['with a letter as a number', '', svgOf(`<image href="${large.replace('data', 'd&#97;ta')}"/>`)],
    ['with the end of a line', '', svgOf(`<image href="${large.replace('data', 'da&#10;ta')}"/>`)],
    ['with spaces', '', svgOf(`<image href="${large.replace(/(.{70})/g, '$1\n ')}"/>`)],
    ['with percent signs', '', svgOf(`<image href="${large.slice(0, 22)}${percents(large.slice(22))}"/>`)],
    [
      'without base64',
      '',
      svgOf(`<image href="data:image/png,${bytesOf(large).toString('hex').replace(/../g, '%$&')}"/>`),
    ],
    [
      'of an animation',
      '',
      svgOf(`<image><set attributeName="href" to="d&#97;ta${large.slice(4)}"/></image>`),
    ],
    ['of its values', '', svgOf(`<image><animate attributeName="href" values="data:,;${large}"/></image>`)],
    [
      'in a style',
      '',
      svgOf(
        `<g style="mask-image: url('data:image/svg+xml,${encodeURIComponent(svgOf(`<image href="${large}"/>`))}')"/>`,
      ),
    ],
    ['in a style with escapes', '', svgOf(`<style>g{mask-image:url("d\\61 ta${large.slice(4)}")}</style>`)],
    [
      'in a style sheet of the style sheet',
      '',
      svgOf(`<style>@import "data:text/css,${encodeURIComponent(`g{mask-image:url(${large})}`)}";</style>`),
    ],
    [
      'in a style sheet of the document',
      `<?xml-stylesheet href="d\na\nt\na:text/css,${encodeURIComponent(`g{mask-image:url(${large})}`)}"?>`,
      svgOf(''),
    ],
    ['as AVIF', '', svgOf(`<image href="data:image/avif;base64,${avif.toString('base64')}"/>`)],
    [
      'as JPEG with a long comment',
      '',
      svgOf(`<image href="data:image/jpeg;base64,${jpeg.toString('base64')}"/>`),
    ],
  ])('counts the pixels of one that is written %s', (_, before, svg) => {
    const refused = { path: source(0), message: expect.stringMatching(/^the image has 256 million pixels/) }
    expect(toldOfSvg(before + svg)).toContainEqual(refused)
  })

  test.each(['utf-16le', 'utf-16be', 'latin1'] as const)('is read in %s as well', encoding => {
    const declared = `<?xml version="1.0" encoding="${encoding}"?>${svgOf(`<text>é</text>${rect}/>`)}`
    const bytes = Buffer.from(declared, encoding === 'latin1' ? encoding : 'utf-16le')
    const sent = encoding === 'utf-16be' ? bytes.swap16() : bytes
    const of = (svg: Buffer) => told(withImages(image(`data:image/svg+xml;base64,${svg.toString('base64')}`)))
    const inside = Buffer.from(declared.replace('<rect', `<image href="${large}"/><rect`), 'utf-16le')
    expect(of(sent)).toEqual([])
    expect(of(encoding === 'utf-16be' ? inside.swap16() : inside)).toMatchObject([{ path: source(0) }])
  })

  test('counts its pixels though its address is written with escapes of JSON', () => {
    const body = JSON.stringify(withImages(image(uriOf(svgOf(`<image href="${large}"/>`)))))
    const escaped = body.replace('"data:image', '"\\u0064ata:image')
    expect(() => readSubmission(Buffer.from(escaped))).toThrow(/256 million pixels/)
  })

  test.each([
    ['elements', `${'<g/>'.repeat(250_000)}`],
    ['addresses of a style', `<style>${'a{b:url(data:,)}'.repeat(150_000)}</style>${'<g/>'.repeat(200_000)}`],
    ['values of an animation', `<set to="${'data:,;'.repeat(150_000)}"/>${'<g/>'.repeat(200_000)}`],
  ])('with very many %s is read', (_, inner) => {
    expect(toldOfSvg(svgOf(inner))).toMatchObject([
      { path: source(0), message: expect.stringMatching(/^the SVG draws 2[05]\d,\d{3} elements/) },
    ])
  })

  test('counts in the images of a template', () => {
    const images = [{ name: 'logo', ...image(uriOf(svgOf(explosive[0]![1]))) }]
    expect(told({ data: [{ y: [1] }], layout: { template: { layout: { images } } } })).toMatchObject([
      { path: 'layout.template.layout.images[0].source' },
    ])
  })

  test.each([
    ['elements that are not closed', '<g>', /unexpected close tag in line 1/],
    ['values without quotes', '<rect width=5/>', /unquoted attribute value/],
    ['an ampersand', '<text>A & B</text>', /character in entity/],
    ['an unknown entity', '<text>A&nbsp;B</text>', /invalid character entity/],
    ['an undeclared prefix', '<use xlink:href="#a"/>', /prefix "xlink" is not declared/],
    ['a control character', '<text>\u0001</text>', /control character/],
    ['a malformed comment', '<!-- a -- b -->', /malformed comment/],
    ['no space between attributes', '<rect width="5"height="5"/>', /no whitespace between attributes/],
    [
      'a page inside',
      '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>',
      /foreignObject/,
    ],
  ])('with %s gets a warning, because it is not drawn', (_, inner, reason) => {
    expect(toldOfSvg(svgOf(inner))).toEqual([
      {
        path: source(0),
        message: expect.stringMatching(new RegExp(`^is not drawn, because .*${reason.source}`, 's')),
      },
    ])
  })

  test.each([
    ['text after its end', `${svgOf('')}xx`],
    ['another beginning', ` <?xml version="1.0"?>${svgOf('')}`],
    ['another encoding', Buffer.from(svgOf('<text>é</text>'), 'latin1')],
    ['no end', svgOf('').slice(0, -6)],
  ])('with %s gets a warning as well', (_, svg) => {
    expect(
      told(withImages(image(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`))),
    ).toEqual([{ path: source(0), message: expect.stringMatching(/^is not drawn, because /) }])
  })
})
