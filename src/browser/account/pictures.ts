/**
 * Pictures of graphs that did not come, as where many are to be drawn at once: asked for again, one after the other.
 * Until one is there, words lie under it that say so; through a transparent one they would show.
 */

/** Before each time that one is asked for, in seconds. */
const pauses = [1, 3, 6]

let turn: Promise<void> = Promise.resolve()

export function watchPictures(): void {
  // Those that came or failed before this script ran told nobody.
  for (const image of document.images) if (image.complete) settle(image)
  for (const kind of ['load', 'error']) {
    const options = { capture: true }
    document.addEventListener(
      kind,
      ({ target }) => target instanceof HTMLImageElement && settle(target),
      options,
    )
  }
}

function settle(image: HTMLImageElement): void {
  if (isEmpty(image)) askInTurn(image)
  else image.closest('picture')?.parentElement?.querySelector('.coming')?.remove()
}

/** One that does not come goes to the end of the line: figures that take long to draw hold up no others. */
function askInTurn(image: HTMLImageElement, [pause, ...later]: readonly number[] = pauses): void {
  if (pause === undefined) return
  turn = turn.then(async () => {
    if (!(await isThereAfter(pause, image))) askInTurn(image, later)
  })
}

async function isThereAfter(pause: number, image: HTMLImageElement): Promise<boolean> {
  await new Promise(resolve => setTimeout(resolve, pause * 1_000))
  if (!isEmpty(image)) return true
  // What stands in its place stays until it is there.
  if (!(await comes(image.currentSrc || image.src))) return false
  image.setAttribute('src', image.src)
  return true
}

const isEmpty = (image: HTMLImageElement): boolean => image.naturalWidth === 0

function comes(address: string): Promise<boolean> {
  const image = new Image()
  image.src = address
  return image.decode().then(
    () => true,
    () => false,
  )
}
