import type { CutEntry } from '@dailies/contract/cut.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { errorText } from '../../ui/error-text.ts'

interface Trimming {
  set: (entry: CutEntry, change: { in?: number; out?: number }) => Promise<void>
  clear: (entry: CutEntry) => Promise<void>
}

/** Sets in and out of the winner of a shot, which the service keeps. What it refuses is told. */
export function useTrim(): Trimming {
  const queryClient = useQueryClient()
  const send = async (entry: CutEntry, work: (shotId: string, versionId: string) => Promise<unknown>) => {
    if (!entry.shotId || !entry.version) {
      notify('In and out belong to a shot: give the scene one first', { failed: true })
      return
    }
    try {
      await work(entry.shotId, entry.version.assetVersionId)
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    await outdate(queryClient, 'readCut')
  }
  return {
    set: (entry, change) =>
      send(entry, (id, assetVersionId) => {
        const { in: first, out, rate, isTrimmed } = entry
        const was = isTrimmed ? { in: first, out, rate } : null
        return call('setTrim', {
          params: { id },
          body: { assetVersionId, rate, in: first, out, ...change, was },
        })
      }),
    clear: (entry) =>
      send(entry, (id, assetVersionId) => call('deleteTrim', { params: { id }, query: { assetVersionId } })),
  }
}
