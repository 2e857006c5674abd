import { captureIdOfFile, mostRounds } from '@dailies/reading/capture-of-file.ts'
import { isKnownOtherwise } from '../../../sdk/src/repeats.ts'
import { call } from '../api/call.ts'
import type { TakeToMake } from './new-take.ts'

/** The take, as it was made. */
export interface Made {
  id: string
  /** That its `captureId` is of. */
  round: number
}

/**
 * Makes a take that has no media yet. The same again makes no second one: it is told by content and place. A round that
 * was used for something else, with another prompt perhaps, or that made a version which is known, is passed over. Cannot be
 * stopped half-way: whoever cancels it has to know what was made.
 */
export async function makeTake({ sha256, capture, known, ...take }: TakeToMake): Promise<Made> {
  for (let round = take.round; ; round += 1) {
    const captureId = captureIdOfFile(sha256, capture, round)
    const body = { ...capture, provenance: { ...capture.provenance, captureId } }
    try {
      const { data } = await call('createAsset', { body })
      if (!known.includes(data.id)) return { id: data.id, round }
    } catch (error) {
      if (!isKnownOtherwise(error) || round - take.round >= mostRounds) throw error
    }
  }
}
