/** The routes themselves. Handed to the page as its own text; each takes a figure and returns base64 (or svg). */

export type RouteName = 'toImage' | 'svg' | 'image' | 'plotgate'

interface Library {
  newPlot(element: HTMLElement, data: unknown, layout: unknown, config: unknown): Promise<unknown>
  toImage(element: HTMLElement, options: object): Promise<string>
  purge(element: HTMLElement): void
  Snapshot: { toSVG(element: HTMLElement, format: string): string }
}

interface Figure {
  readonly data: unknown
  readonly layout: { readonly width: number; readonly height: number }
}

export function pageRoutes(): Record<RouteName, (figure: Figure) => Promise<string>> {
  // What the renderer's page has on its window.
  const page = window as unknown as {
    Plotly: Library
    plotgate: { draw(request: object): Promise<{ images: { png: string } }> }
  }
  const { Plotly } = page

  async function plotted<T>(figure: Figure, use: (element: HTMLElement) => T | Promise<T>): Promise<T> {
    const element = document.createElement('div')
    document.body.replaceChildren(element)
    await Plotly.newPlot(element, figure.data, figure.layout, { staticPlot: true })
    const result = await use(element)
    Plotly.purge(element)
    return result
  }

  const svgOf = (figure: Figure) => plotted(figure, element => Plotly.Snapshot.toSVG(element, 'svg'))

  async function base64(canvas: HTMLCanvasElement): Promise<string> {
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve))
    const bytes = new Uint8Array(await blob!.arrayBuffer())
    return (bytes as Uint8Array & { toBase64(): string }).toBase64()
  }

  const request = ({ data, layout }: Figure) => ({
    data: JSON.stringify(data),
    layout: JSON.stringify(layout),
    frames: null,
    width: null,
    height: null,
    scale: 1,
    theme: null,
    background: null,
    formats: ['png'],
  })

  return {
    async toImage(figure) {
      const { width, height } = figure.layout
      const address = await plotted(figure, element =>
        Plotly.toImage(element, { format: 'png', width, height }),
      )
      return address.slice(address.indexOf(',') + 1)
    },
    svg: svgOf,
    async image(figure) {
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(await svgOf(figure))}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = figure.layout.width
      canvas.height = figure.layout.height
      canvas.getContext('2d', { willReadFrequently: true })!.drawImage(image, 0, 0)
      return base64(canvas)
    },
    plotgate: async figure => (await page.plotgate.draw(request(figure))).images.png,
  }
}
