/** What workers say that they drew: how often each artifact was. */

export interface Census {
  /** A line of a worker's log. */
  hear(line: string): void
  /** By graph, version, look and format. */
  readonly drawn: ReadonlyMap<string, number>
}

interface Rendered {
  readonly msg?: string
  readonly graphId?: string
  readonly version?: number
  readonly look?: string
  readonly formats?: readonly string[]
}

export function createCensus(): Census {
  const drawn = new Map<string, number>()
  return {
    drawn,
    hear(line) {
      if (!line.includes('"rendered"')) return
      const { msg, graphId, version, look, formats } = JSON.parse(line) as Rendered
      if (msg !== 'rendered') return
      for (const format of formats ?? []) {
        const name = `${graphId}@${version} ${look} ${format}`
        drawn.set(name, (drawn.get(name) ?? 0) + 1)
      }
    },
  }
}
