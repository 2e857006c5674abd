import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { outdate } from '../../api/queries.ts'
import { type Colors, changeTags, type TagChange, type TagOutcome, undoTags } from '../../tags/change-tags.ts'
import { recount } from '../../takes/use-asset-actions.ts'
import { counted } from '../../ui/counted.ts'
import { errorText } from '../../ui/error-text.ts'

/** Renames tags of a film, merges and removes them, and takes that back. */
export function useChangeTags(projectId: string, colors: Colors) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; of: number; stop: () => void }>()

  const read = () => {
    recount(queryClient)
    void outdate(queryClient, 'listTags', 'listTagColors', 'readAsset')
    void outdate(queryClient, 'listAssetChanges', 'listAssetChangeSets')
  }

  const change = async (asked: TagChange) => {
    const stop = new AbortController()
    const show = (done: number, of: number) => setProgress({ done, of, stop: () => stop.abort() })
    show(0, 0)
    const before = colors
    const outcome = await changeTags(projectId, asked, { onProgress: show, signal: stop.signal })
    setProgress(undefined)
    read()
    const { changeIds } = outcome
    const undo = { label: 'Undo', onClick: () => void takeBack(asked, { changeIds, before }) }
    const isNothing = outcome.error !== undefined && changeIds.length === 0
    notify(sentence(asked, outcome), {
      failed: outcome.error !== undefined,
      ...(!isNothing && { action: undo }),
    })
  }

  const takeBack = async (asked: TagChange, made: Parameters<typeof undoTags>[2]) => {
    const { refused, error } = await undoTags(projectId, asked, made)
    read()
    const text = error !== undefined ? errorText(error) : 'As before'
    const not = refused > 0 ? `, but for ${counted(refused, 'take')} that changed since` : ''
    const mayWorkLater = error instanceof DailiesError && error.isTemporary
    notify(text + not, {
      failed: error !== undefined || refused > 0,
      ...(mayWorkLater && { action: { label: 'Try again', onClick: () => void takeBack(asked, made) } }),
    })
  }

  return { change, progress }
}

/** “dusk” is “evening” now, in 12 takes. */
function sentence({ from, to }: TagChange, { changed, left, error }: TagOutcome): string {
  const what = from.length === 1 ? `“${from[0]}” is` : `${from.length} tags are`
  const done = `${what} ${to === null ? 'removed from' : `“${to}” now, in`} ${counted(changed, 'take')}`
  const more = [left > 0 && `${counted(left, 'take')} left`, error !== undefined && errorText(error)].filter(
    Boolean,
  )
  return [done, ...more].join(', ')
}
