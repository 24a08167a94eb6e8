/** docs/errors.md, as the table of codes has it. */

import { codesOf, errorCodes } from '../src/errors/codes.ts'

export function errorsPage(): string {
  const rest = new Set(codesOf('rest'))
  const rows = [...new Set([...rest, ...codesOf('graphql')])].map(code => {
    const { status, when } = errorCodes[code]
    return `| ${rest.has(code) ? status : 'GraphQL'} | \`${code}\` | ${when} |`
  })
  return `# Errors

Every error has a stable \`code\` for programs and a \`message\` for people, which says what to do about it; some have \`details\`, each with the place it is about. Over HTTP they are \`{"ok": false, "error": {"code", "message", "details"?}}\`, in GraphQL \`extensions.code\` and \`extensions.details\` of top-level errors. Where waiting helps, \`Retry-After\` (\`extensions.retryAfter\`) says how many seconds.

| status | code | when |
|---|---|---|
${rows.join('\n')}

This page is made by \`npm run emit\` from the table in \`src/errors/codes.ts\`.
`
}
