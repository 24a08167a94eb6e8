/** Opens what a command works on, and closes it in any case, because an open store or queue keeps the process alive. */

interface Closable {
  close(): Promise<void>
}

/** Calls `work` with what was opened, and closes it afterwards. Returns the result of `work`. */
export async function withOpen<Opened extends Closable, Result>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
