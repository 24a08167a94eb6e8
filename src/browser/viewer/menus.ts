/** Menus are plain `details` elements. This script closes them when the reader turns elsewhere. */

/** On a click elsewhere, when the focus leaves, and on Escape. */
export function closeMenusElsewhere(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>('details')]
  for (const kind of ['click', 'focusin']) {
    document.addEventListener(kind, ({ target }) => {
      for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false
    })
  }
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    for (const menu of menus) {
      if (menu.open && menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      menu.open = false
    }
  })
}
