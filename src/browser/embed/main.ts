/**
 * For pages of other sites, as one line: `<script async src="…/embed.js"></script>`. Each frame of a graph becomes as
 * high as its figure wants to be, and a frame whose address names no theme takes the page's.
 */

const { src } = document.currentScript as HTMLScriptElement
const home = src.slice(0, src.lastIndexOf('/') + 1)

/** Addresses are whole here, or as they were written where they are none: other frames of the page may have any. */
const frames = () => [...document.querySelectorAll('iframe')].filter(frame => frame.src.startsWith(home))

/** As the page says of the frame's place; a page that says nothing is light, whatever its reader prefers. */
function themeAt(frame: HTMLIFrameElement): 'light' | 'dark' {
  const schemes = getComputedStyle(frame).colorScheme.split(' ')
  const dark = schemes.includes('light') ? matchMedia('(prefers-color-scheme: dark)').matches : true
  return schemes.includes('dark') && dark ? 'dark' : 'light'
}

const tellTheme = (frame: HTMLIFrameElement) =>
  frame.contentWindow?.postMessage({ plotgate: 'theme', theme: themeAt(frame) }, '*')

addEventListener('message', ({ source, data }) => {
  if (data?.plotgate !== 'height') return
  const frame = frames().find(({ contentWindow }) => contentWindow === source)
  const height = Number(data.height)
  if (!frame || !(height > 0 && height < 20_000)) return
  Object.assign(frame.style, { height: `${height}px`, aspectRatio: 'auto' })
  tellTheme(frame)
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => frames().forEach(tellTheme))
// Frames that were there first have spoken already.
for (const frame of frames()) frame.contentWindow?.postMessage({ plotgate: 'hello' }, '*')
