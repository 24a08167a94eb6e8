/** Names a browser so that its owner recognises it. This is a guess, because browsers imitate each other. */

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** @param agent the User-Agent header */
export function browserName(agent: string): string {
  const find = (table: readonly (readonly [string, string])[]) =>
    table.find(([sign]) => agent.includes(sign))?.[1]
  const browser = find(browsers) ?? 'A browser'
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
