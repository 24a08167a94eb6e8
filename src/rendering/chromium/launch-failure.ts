/** Explains why a browser did not start, and what to do about it. */

import { firstLineOf } from '../../errors/cause.ts'

/** Remedies by messages of the browser or the system. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /while loading shared libraries|cannot open shared object/i,
    'install the library that is named, or unset BROWSER_PATH',
  ],
  [/ENOENT|No such file/i, 'see that BROWSER_PATH names a browser; the one from npm is unpacked anew'],
  [
    /EACCES|Permission denied/i,
    'see that the file may be executed, and that its folder is not mounted noexec (set XDG_CACHE_HOME or BROWSER_PATH)',
  ],
  [/no usable sandbox|SUID sandbox|without --no-sandbox/i, 'set RENDER_SANDBOX=off, or run as another user'],
  [
    /out of memory|Cannot allocate memory|ENOMEM|SIGKILL|ended with 137/i,
    'give the service more memory, or set RENDER_WORKERS lower',
  ],
  [
    /Resource temporarily unavailable|EAGAIN|pthread_create/i,
    'raise the limit of processes (ulimit -u, pids)',
  ],
  [/EMFILE|ENFILE|Too many open files/i, 'raise the limit of open files (ulimit -n, LimitNOFILE)'],
  [/No space left|ENOSPC/i, 'make room in the folders for caches and temporary files'],
  [/Read-only file system|EROFS/i, 'set XDG_CACHE_HOME to a folder that can be written to'],
]

/** The browser's own message, else how it ended, with a remedy if one is known. */
export function explainLaunchFailure(error: unknown, ended: string | null, lastMessages: string): string {
  const message = [ended ?? firstLineOf(error), lastMessages && `it said: ${lastMessages}`]
    .filter(Boolean)
    .join('; ')
  const [, remedy] = remedies.find(([pattern]) => pattern.test(message)) ?? []
  return remedy ? `${message}. Remedy: ${remedy}` : message
}
