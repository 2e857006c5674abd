/** What it returns does the work, never twice at the same time: asked for meanwhile, it is done once more after that. */
export function inTurn(work: () => Promise<void>): () => void {
  let isAtWork = false
  let again = false
  const run = async () => {
    isAtWork = true
    while (again) {
      again = false
      await work().catch(console.error)
    }
    isAtWork = false
  }
  return () => {
    again = true
    if (!isAtWork) void run()
  }
}
