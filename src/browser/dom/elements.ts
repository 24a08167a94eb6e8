/** Elements of a page by their ids. */

export const byId = (id: string): HTMLElement | null => document.getElementById(id)

/** The JSON in a script element; null if there is none. */
export const readJson = (id: string): unknown => JSON.parse(byId(id)?.textContent ?? 'null')
