/** What a start prints for the person who started it. */

/** The specification's shape of a figure, small enough for a command line. */
const figure = {
  data: [
    { x: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], y: [3, 7, 4, 8, 11], type: 'bar', name: 'visits' },
    { x: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], y: [2, 4, 5, 6, 9], name: 'sign-ups' },
  ],
  layout: { title: 'My first graph' },
}

/** With the first API key: how to use it at once. Without: where the service is. */
export function greeting(baseUrl: string, firstKey: string | null): string {
  const where = `Plotgate answers at ${baseUrl}\n`
  if (firstKey === null) return where
  return `${where}
  Account page  ${baseUrl}/account
  API key       ${firstKey}  (shown only now)

Make a graph:

  curl -sS ${baseUrl}/v1/graph -H 'Authorization: Bearer ${firstKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(figure)}'

Its permalink is the interactive page, its image_url the picture.
`
}

/** The first API key is told by the path of a file. */
export const greetingWithFile = (baseUrl: string, file: string): string => `Plotgate answers at ${baseUrl}

  Account page  ${baseUrl}/account
  API key       in ${file}: take it over and remove the file
`
