import { DailiesError } from '../../../sdk/src/dailies.ts'
import { client } from '../connection/client.ts'
import { discardCaptures, discardUnsent, readCapture } from '../queue/captures.ts'
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
  if (await discardUnsent(id)) {
    // An answer that was lost on its way leaves it in the queue, and in the workspace.
    await (await client(patience))?.takeBack({ id }).catch(() => undefined)
    return {}
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
  const dailies = await client(patience)
  const address = (await readSetting('connection'))?.address
  if (!dailies || !asset || (service ?? address) !== address) return text('undoNotConnected')
  try {
    await dailies.takeBack({ id: asset.id })
  } catch (error) {
    // Somebody deleted it before.
    const isGone = error instanceof DailiesError && error.status === 404
    if (!isGone) return error instanceof Error ? error.message : String(error)
  }
  await discardCaptures([id])
}
