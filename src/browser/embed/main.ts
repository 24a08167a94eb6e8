/**
 * For pages of other sites: `<script async src="…/embed.js"></script>`. Each frame of a graph gets the height that its
 * figure prefers, and a frame whose address names no theme gets that of the page.
 */

const { src } = document.currentScript as HTMLScriptElement
const home = src.slice(0, src.lastIndexOf('/') + 1)

/** `src` is absolute here, or invalid: other frames of the page may have any address. */
const frames = () => [...document.querySelectorAll('iframe')].filter(frame => frame.src.startsWith(home))

/** The colour scheme of the page at the frame. A page that sets none is light, whatever its reader prefers. */
function themeAt(frame: HTMLIFrameElement): 'light' | 'dark' {
  const schemes = getComputedStyle(frame).colorScheme.split(' ')
  const dark = schemes.includes('light') ? matchMedia('(prefers-color-scheme: dark)').matches : true
  return schemes.includes('dark') && dark ? 'dark' : 'light'
}

const sendTheme = (frame: HTMLIFrameElement) =>
  frame.contentWindow?.postMessage({ plotgate: 'theme', theme: themeAt(frame) }, '*')

addEventListener('message', ({ source, data }) => {
  if (data?.plotgate !== 'height') return
  const frame = frames().find(({ contentWindow }) => contentWindow === source)
  const height = Number(data.height)
  if (!frame || !(height > 0 && height < 20_000)) return
  Object.assign(frame.style, { height: `${height}px`, aspectRatio: 'auto' })
  sendTheme(frame)
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => frames().forEach(sendTheme))
// Frames that were loaded earlier have already sent their message.
for (const frame of frames()) frame.contentWindow?.postMessage({ plotgate: 'hello' }, '*')
