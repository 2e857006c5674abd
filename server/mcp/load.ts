import { setImmediate as nextTurn } from 'node:timers/promises'

/** Loads what answers agents, a part in a turn of the event loop: all at once would keep others waiting for 0.2 s. */
export async function loadMcp() {
  const { connectTo } = await import('./connection.ts')
  await nextTurn()
  await import('@modelcontextprotocol/sdk/types.js')
  await nextTurn()
  await import('@modelcontextprotocol/sdk/server/index.js')
  await nextTurn()
  await import('./given-file.ts')
  await nextTurn()
  await import('./tools.ts')
  await nextTurn()
  await import('./call-tool.ts')
  await nextTurn()
  const { answerMcp } = await import('./answer.ts')
  return { answerMcp, connectTo }
}
