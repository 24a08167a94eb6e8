/** The few graphs that are being rendered or wait for it, for the start after a crash. */

export const unfinishedGraphs = `
CREATE INDEX graphs_unfinished ON graphs (created_at DESC) WHERE status IN ('pending', 'running');
`
