/** Networks of callers, by which they are counted. */

import { isIPv6 } from 'node:net'

/** The network that counts as one client: the /64 of an IPv6 address, because one subscriber usually has all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // An IPv4 address at the end has two groups, which do not matter.
  const [head = '', tail] = address
    .replace(/%.*/, '')
    .replace(/:\d+\.[\d.]+$/, ':0:0')
    .split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
