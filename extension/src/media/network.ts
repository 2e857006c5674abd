import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { sendMediaByDefault } from './queued-media.ts'

/** As much of the Network Information API as there is; Firefox has none. */
interface Network {
  saveData?: boolean
  type?: string
}

/** Whether bytes cost: the browser was told to save them, or knows that the line is metered. */
function isMetered(
  network: Network | undefined = (navigator as { connection?: Network }).connection,
): boolean {
  return network?.saveData === true || network?.type === 'cellular'
}

/** Why no media are to be moved now, in words; undefined when they may be. */
export async function mediaHindrance(): Promise<string | undefined> {
  const wanted = (await readSetting('sendMedia')) ?? sendMediaByDefault
  if (wanted === 'never') return text('mediaSwitchedOff')
  return wanted === 'unmetered' && isMetered() ? text('mediaMetered') : undefined
}
