import { mergeReadings } from '@dailies/reading/merge.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import { editCaptures } from '../queue/edit-captures.ts'
import type { CaptureBody } from '../queue/queued-capture.ts'
import { readSetting } from '../store/database.ts'
import { missing } from './missing.ts'

/**
 * Fills what is told by now into a draft: only what is empty. It goes once nothing is missing, but not while something is being
 * typed at it. False where it is no draft.
 */
export async function fillDraft(id: string, readings: readonly Reading[]): Promise<boolean> {
  const isTyped = (await readSetting('drafts'))?.[id] !== undefined
  const edited = await editCaptures([id], (capture) => {
    if (capture.state !== 'draft') return undefined
    const body = filled(capture.body, readings)
    const problem = missing(body)
    const isReady = !problem && !isTyped
    return {
      body,
      problem: isReady ? undefined : (problem ?? capture.problem),
      state: isReady ? 'pending' : 'draft',
      readings: [...capture.readings, ...readings.map(({ source }) => source)],
      changedRules: undefined,
    }
  })
  return edited.length > 0
}

function filled(before: CaptureBody, readings: readonly Reading[]): CaptureBody {
  const { metadata, ...told } = mergeReadings(readings)
  const kept = Object.entries(before).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...told,
    ...Object.fromEntries(kept),
    metadata: { ...metadata, ...before.metadata },
  } as CaptureBody
}
