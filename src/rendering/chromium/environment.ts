/** The environment variables of the browser. Those of the service, which include keys of stores, are not passed on. */

import type { BrowserFolders } from './profiles.ts'

/** Needed to start programs, to find their libraries, and for the language and time zone. */
const passedOn: ReadonlySet<string> = new Set([
  'PATH',
  'LANG',
  'LANGUAGE',
  'TZ',
  'LD_LIBRARY_PATH',
  'CHROME_DEVEL_SANDBOX',
  // Windows does not start any program without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'PROGRAMFILES',
  'NUMBER_OF_PROCESSORS',
])

/** The browser takes its profile for the user's home folder. `own` are additional variables of this browser. */
export function browserEnvironment(
  { profile: home, temporary }: BrowserFolders,
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
