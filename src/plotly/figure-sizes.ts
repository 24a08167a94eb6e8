/**
 * The sizes of figures without a size of their own, per screen. The static image is requested in the size of the interactive
 * figure, so that nothing moves when it is replaced. Style sheet and image addresses derive from this table.
 */

export interface ScreenSize {
  /** A media query. The first matching one counts. */
  readonly media: string
  readonly width: number
  readonly height: number
  /** The figure is as wide as the screen, the image has the nearest common width, and many names make both higher. */
  readonly fluid?: boolean
}

/** Phones in portrait orientation, which share one image that is inlined in the page. */
export const phoneScreen: ScreenSize = {
  media: '(max-width: 479px)',
  width: 390,
  height: 470,
  fluid: true,
}

export const screenSizes: readonly ScreenSize[] = [
  phoneScreen,
  { media: '(max-width: 619px)', width: 540, height: 480, fluid: true },
  { media: '(max-width: 959px) and (max-height: 500px)', width: 600, height: 340 },
  { media: '(max-width: 763px)', width: 580, height: 460 },
  { media: '(max-width: 899px)', width: 720, height: 520 },
  { media: '(max-width: 1039px)', width: 850, height: 560 },
  { media: '(max-width: 1239px)', width: 1000, height: 580 },
  { media: '(max-height: 819px)', width: 1120, height: 560 },
]

/** The size of a figure that is made higher on phones, and is scrolled on screens below its least width. */
export const grown = (
  { width, height, fluid }: Omit<ScreenSize, 'media'>,
  { phoneGrowth, leastWidth }: { readonly phoneGrowth: number; readonly leastWidth: number },
) => ({
  width: Math.max(width, leastWidth),
  height: height + (fluid ? phoneGrowth : 0),
})

/** The size if no media query matches. */
export const largeScreen = { width: 1160, height: 680 } as const

/**
 * In reverse order, because in CSS the last matching rule wins, but in `<picture>` the first source. `--page-w` is the
 * width of header and footer, which begin and end where the figure does.
 */
export const sizeRules: string = [
  `body{--page-w:${largeScreen.width}px}.box{--w:${largeScreen.width}px;--h:calc(var(--high)*1px);--high:${largeScreen.height}}`,
  ...screenSizes
    .toReversed()
    .map(
      ({ media, width, height, fluid }) =>
        `@media ${media}{${fluid ? '' : `body{--page-w:${width}px}`}.box{--w:${fluid ? '100vw' : `${width}px`};--high:${fluid ? `calc(${height} + var(--more,0))` : height}}}`,
    ),
].join('\n')
