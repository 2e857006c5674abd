import { discardCaptures, discardUnsent, readCapture } from '../queue/captures.ts'
import { takeBack } from '../queue/take-back.ts'
import { takeBackUnanswered } from '../queue/take-back-undone.ts'
import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { outcomesOf } from './outcomes.ts'

/** Milliseconds that the service may take. */
const patience = 10_000

/**
 * Takes a capture back: out of the queue while it waits, else out of the workspace, where it can be restored like all that is
 * deleted. Returns in words why it could not be done.
 */
export async function undo(id: string): Promise<{ problem?: string }> {
  const capture = await readCapture(id)
  if (await discardUnsent(id)) {
    // An answer that was lost on its way leaves it in the queue, and in the workspace.
    const outcome = await takeBackUnanswered(id, capture?.service, patience)
    return outcome.state === 'stays' ? { problem: outcome.reason } : {}
  }
  // It may be on its way just now.
  const [outcome] = await outcomesOf([id])
  if (outcome?.state === 'gone') return {}
  if (outcome?.state !== 'synced') {
    return (await discardUnsent(id)) ? {} : { problem: text('undoOnItsWay') }
  }
  const problem = await undoFiled(id)
  return problem ? { problem } : {}
}

async function undoFiled(id: string): Promise<string | undefined> {
  const { asset, service } = (await readCapture(id)) ?? {}
  const connection = await readSetting('connection')
  const isHere = connection?.state === 'connected' && (service ?? connection.address) === connection.address
  if (!isHere || !asset) return text('undoNotConnected')
  const outcome = await takeBack(asset.id, patience)
  if (outcome.state !== 'taken') return outcome.reason
  await discardCaptures([id])
}
