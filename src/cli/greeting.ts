/** The text that is printed after a start. */

import { linkHours } from '../accounts/one-time-links.ts'
import type { FirstStart } from '../accounts/operator.ts'

/** A figure that is small enough for a command line. */
const figure = {
  data: [
    { x: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], y: [3, 7, 4, 8, 11], type: 'bar', name: 'visits' },
    { x: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], y: [2, 4, 5, 6, 9], name: 'sign-ups' },
  ],
  layout: { title: 'My first graph' },
}

/** The public address of a service, and where it listens. */
export interface ServiceAddress {
  readonly baseUrl: string
  /** `host:port` */
  readonly listensOn: string
}

/** After the first start: how to create a graph and where to see it. Afterwards: the address of the service. */
export function greeting(address: ServiceAddress, first: FirstStart | null): string {
  if (first === null) return whereOf(address)
  const { baseUrl } = address
  return `${whereOf(address)}
  Account page  ${baseUrl}/account
  API key       ${first.key}  (shown only now)

Make a graph; the answer is its permalink, and the same address with .png is its image:

  curl -sS -w '\\n' ${baseUrl}/v1/plot -H 'Authorization: Bearer ${first.key}' -H 'Content-Type: application/json' -d '${JSON.stringify(figure)}'

See it in your gallery, signed in (works once, within ${linkHours['sign-in']} hours):

  ${baseUrl}/account/link/${first.signIn}
`
}

/** The text of a first start whose API key was written to a file. */
export const greetingWithFile = (address: ServiceAddress, file: string): string => `${whereOf(address)}
  Account page  ${address.baseUrl}/account
  API key       in ${file}: copy it and remove the file
`

const whereOf = ({ baseUrl, listensOn }: ServiceAddress): string =>
  `Plotgate answers at ${baseUrl}${new URL(baseUrl).host === listensOn ? '' : ` (listening on ${listensOn})`}\n`
