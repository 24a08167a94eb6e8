/**
 * How large a figure is drawn that brings no size of its own. The image is asked for in the very size that the
 * interactive figure will have, so that nothing moves when it takes its place: one table gives the style sheet and
 * the addresses of the image.
 */

export interface ScreenSize {
  /** A media query; the first that holds counts. */
  readonly media: string
  readonly width: number
  readonly height: number
  /** As wide as the screen, where the image is the nearest common width, and higher for a figure of many names. */
  readonly fluid?: boolean
}

/** Of all phones held upright: one image for them, which comes with the page itself. */
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

/** A size as a figure has it that grows on phones. */
export const grown = ({ width, height, fluid }: Omit<ScreenSize, 'media'>, phoneGrowth: number) => ({
  width,
  height: height + (fluid ? phoneGrowth : 0),
})

/** Where no query of the table holds. */
export const largeScreen = { width: 1160, height: 680 } as const

/** Later rules win in CSS, the first source wins in an image: so the table is turned round here. */
export const sizeRules: string = [
  `.box{--w:${largeScreen.width}px;--h:calc(var(--high)*1px);--high:${largeScreen.height}}`,
  ...screenSizes
    .toReversed()
    .map(
      ({ media, width, height, fluid }) =>
        `@media ${media}{.box{--w:${fluid ? '100vw' : `${width}px`};--high:${fluid ? `calc(${height} + var(--more,0))` : height}}}`,
    ),
].join('\n')
