/**
 * Requests pictures of graphs again that were not loaded, such as when many have to be drawn at once, one after the
 * other. Until a picture is loaded, a text is shown in its place, because it would be visible through a transparent
 * picture.
 */

/** The pause before each attempt, in seconds. */
const pauses = [1, 3, 6]

let turn: Promise<void> = Promise.resolve()

export function watchPictures(): void {
  // Images that loaded or failed before this script ran sent their events already.
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

/** One that fails goes to the end of the queue, so that figures that take long to draw do not delay the others. */
function askInTurn(image: HTMLImageElement, [pause, ...later]: readonly number[] = pauses): void {
  if (pause === undefined) return
  turn = turn.then(async () => {
    if (!(await isThereAfter(pause, image))) askInTurn(image, later)
  })
}

async function isThereAfter(pause: number, image: HTMLImageElement): Promise<boolean> {
  await new Promise(resolve => setTimeout(resolve, pause * 1_000))
  if (!isEmpty(image)) return true
  // The text in its place stays until it is loaded.
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
