/** The colours of the default style, light and dark. */

export interface Palette {
  /** The background. */
  readonly paper: string
  /** The colour of titles and values. */
  readonly ink: string
  /** The colour of tick labels and other small text. */
  readonly muted: string
  readonly grid: string
  /** The colour of zero lines, coastlines and table lines. */
  readonly line: string
  /** The colour of land, table headers and gauge backgrounds. */
  readonly wash: string
  readonly accent: string
  /** A translucent colour for crossing ribbons. */
  readonly veil: string
  readonly good: string
  readonly bad: string
  /** The series colours in order. The first five differ most, and the first two also in lightness. */
  readonly series: readonly string[]
  /** The sequential scale. The first colour is still visible on the paper. */
  readonly sequential: readonly string[]
  /** The diverging scale. */
  readonly diverging: readonly string[]
  readonly mapStyle: string
}

const words = (text: string) => text.split(' ')

export const lightPalette: Palette = {
  paper: '#ffffff',
  ink: '#16252a',
  muted: '#52646a',
  grid: '#e7ecea',
  line: '#b4c0bf',
  wash: '#f1f4f2',
  accent: '#0d5f66',
  veil: 'rgba(82,100,106,0.22)',
  good: '#1d6b3a',
  bad: '#b0261c',
  // petrol, marigold, iris, brick, orchid, sky, sage, chestnut, rose, steel
  series: words('#0d5f66 #dd7900 #625bea #c2321e #ad3a9f #189adb #7e9d5f #792e07 #d84f90 #5b899e'),
  sequential: words('#d3e2b5 #94caae #5fb0a5 #349499 #1a7589 #155774 #153a5b'),
  diverging: words('#0a4f6b #2f8a94 #8fc4bd #f5f3ea #efb97a #d17a2c #8c3d0f'),
  mapStyle: 'carto-positron',
}

export const darkPalette: Palette = {
  paper: '#151d20',
  ink: '#e4ecec',
  muted: '#9db0b3',
  grid: '#27343a',
  line: '#4b5d63',
  wash: '#1d282c',
  accent: '#7fd6cf',
  veil: 'rgba(157,176,179,0.24)',
  good: '#7fd39a',
  bad: '#ff9a8d',
  series: words('#7fd6cf #fa821e #6b8cf0 #e5432f #cf669c #4ab5f6 #a5ef8e #c7a47d #fad2f2 #7ea7c2'),
  sequential: words('#174a5c #1a6876 #2a8787 #51a593 #85c09b #bcd8aa #f1efc4'),
  diverging: words('#9fe0da #4fa5a8 #27606b #232b2e #80501f #cc8234 #ffcf8a'),
  mapStyle: 'carto-darkmatter',
}
