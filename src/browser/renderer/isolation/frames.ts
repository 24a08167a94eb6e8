/** Cancels frames that code of a figure has requested, because the code would run while the next figure is drawn. */

/** Watches the page from now on. The returned function cancels the frames that have not come. */
export function watchFrames(): () => void {
  const request = window.requestAnimationFrame.bind(window)
  // Each has the number after that of the one before.
  let cancelled = 0
  let requested = 0
  window.requestAnimationFrame = callback => {
    requested = request(callback)
    return requested
  }
  return () => {
    while (cancelled < requested) window.cancelAnimationFrame(++cancelled)
  }
}
