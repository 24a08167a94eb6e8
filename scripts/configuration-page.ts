/** docs/configuration.md, as the table of variables has it. */

import { variables } from '../src/config-variables.ts'

export function configurationPage(): string {
  const rows = Object.entries(variables).map(
    ([name, { shown, meaning, bound }]) => `| \`${name}\` | ${shown || 'none'} | ${meaning} | ${bound} |`,
  )
  return `# Configuration

Everything is set by environment variables, read once at the start. An empty variable counts as absent. Every fault is told at once, with the variable, its bound and what was given; a name that is not read but comes near to one that is gets a warning with the name that may be meant.

| variable | default | meaning | what may be given |
|---|---|---|---|
${rows.join('\n')}

This page is made by \`npm run emit\` from the table in \`src/config-variables.ts\`.
`
}
