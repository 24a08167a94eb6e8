/** The environment of the browser: its own. What this service was given, keys of stores among it, is not passed on. */

/** What programs need to start, to find their libraries, and to know the language and the clock. */
const passedOn: ReadonlySet<string> = new Set([
  'PATH',
  'LANG',
  'LANGUAGE',
  'TZ',
  'LD_LIBRARY_PATH',
  'CHROME_DEVEL_SANDBOX',
  // Windows starts nothing without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'PROGRAMFILES',
  'NUMBER_OF_PROCESSORS',
])

export interface BrowserFolders {
  /** What it takes for the user's home. */
  readonly home: string
  readonly temporary: string
}

/** `own`: what this browser needs besides. */
export function browserEnvironment(
  { home, temporary }: BrowserFolders,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => passedOn.has(name.toUpperCase()) || name.startsWith('LC_'),
  )
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    ...own,
  }
}
