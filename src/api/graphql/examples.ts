/** The example queries that GraphiQL opens with. Tests run them too. */

export interface Example {
  readonly name: string
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

export const examples: readonly Example[] = [
  {
    name: 'Fields',
    query: `# What a graph can be asked for.
# Press the button to run it: it needs no key.
query Fields {
  __type(name: "Graph") {
    description
    fields { name description }
  }
}
`,
  },
  {
    name: 'Create',
    query: `# Creates a graph. Put an API key into the field above first.
mutation Create {
  createGraph(
    input: {
      data: [{ type: "scatter", name: "Visits", x: ["Mon", "Tue", "Wed"], y: [12, 19, 7] }]
      layout: { title: "Visits" }
    }
  ) {
    graph {
      graphId
      permalink
      imageUrl
      rendering { status }
    }
  }
}
`,
  },
  {
    name: 'Read',
    query: `# Reads a graph by its graph_id: no key needed. Ask for what you need and no more.
query Read($id: ID!) {
  graph(id: $id) {
    title
    traceTypes
    imageUrl(format: svg, theme: dark)
    traces(index: 0) {
      name
      points(first: 5) { totalCount nodes { x y } }
    }
  }
}
`,
    variables: { id: 'put a graph_id here' },
  },
  {
    name: 'Mine',
    query: `# The newest graphs of your account.
query Mine {
  viewer {
    graphCount
    graphs(first: 10) {
      nodes { graphId title createdAt permalink }
      pageInfo { hasNextPage endCursor }
    }
  }
}
`,
  },
  {
    name: 'Follow',
    query: `# Tells how the image of a graph comes along, until it is ready.
subscription Follow($id: ID!) {
  rendering(graphId: $id) { status error }
}
`,
    variables: { id: 'put a graph_id here' },
  },
]
