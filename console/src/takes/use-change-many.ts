import type { AssetChange } from '@dailies/contract/asset-change.ts'
import { notify, openNotice } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { DailiesError } from '../../../sdk/src/error.ts'
import { outdate } from '../api/queries.ts'
import { changesDone } from '../live/refresh.ts'
import { counted } from '../ui/counted.ts'
import { errorText } from '../ui/error-text.ts'
import { cameBack } from './brought-back.ts'
import { changeMany, changeMatching, type Of, type Outcome, undoMany } from './change-many.ts'
import {
  changesOfBoard,
  changeUndone,
  endOffer,
  lastChange,
  undoIsOffered,
  wordsOfChange,
} from './own-changes.ts'
import { rightsChanged } from './rights-defaults.ts'
import { saidChange } from './said-change.ts'
import { recount } from './use-asset-actions.ts'

/** How far a change is that goes on. */
export interface Progress {
  done: number
  of: number
  stop: () => void
}

/** What is chosen: takes, or all that answer to a filter. */
export type Chosen = { ids: readonly string[] } | { of: Of }

/** Changes takes of a film by the thousand, and takes back what was changed last on the board. */
export function useChangeMany(projectId: string) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const [refused, setRefused] = useState<Outcome['refused']>([])
  const isUndoing = useRef(false)
  const [undoing, setUndoing] = useState<string>()

  const read = () => {
    recount(queryClient)
    void rightsChanged(queryClient)
    void outdate(queryClient, 'listAssetChanges', 'listAssetChangeSets')
  }

  /** `done` is what became of them, in a word: approved; `count` is how many there are. Returns what came of it. */
  const change = async (
    chosen: Chosen,
    count: number,
    change: AssetChange,
    done: string,
  ): Promise<Outcome> => {
    const changeMade = changesOfBoard()
    const stop = new AbortController()
    const onProgress = (done: number) => setProgress({ done, of: count, stop: () => stop.abort() })
    onProgress(0)
    const watching = { onProgress, signal: stop.signal }
    const outcome =
      'ids' in chosen
        ? await changeMany(projectId, chosen.ids, change, watching)
        : await changeMatching(projectId, chosen.of, change, watching)
    setProgress(undefined)
    setRefused(outcome.refused)
    read()
    changeMade(outcome.changeIds, wordsOf(change, outcome.changed.length))
    const isWhole = outcome.error === undefined && !stop.signal.aborted
    tell(outcome, isWhole ? outcome.ids.length : count, done)
    return outcome
  }

  const tell = (outcome: Outcome, asked: number, done: string) => {
    const { changeIds, error } = outcome
    const action = { label: 'Undo', onClick: () => void undo(changeIds) }
    const notice = openNotice(sentence(outcome, asked, done), {
      failed: error !== undefined || outcome.changed.length === 0,
      ...(changeIds.length > 0 && { action }),
    })
    undoIsOffered(changeIds, notice)
  }

  const undo = async (changeIds: readonly string[], what: Undone = { words: wordsOfChange(changeIds) }) => {
    if (isUndoing.current) return
    isUndoing.current = true
    // By its key it is undone as well.
    endOffer(changeIds)
    setUndoing(changeIds.at(-1))
    const outcome = eachOnce(await undoMany(changeIds))
    isUndoing.current = false
    setUndoing(undefined)
    cameBack(outcome.changed)
    // What is undone already is answered as the first time.
    const mayWorkLater = outcome.error instanceof DailiesError && outcome.error.isTemporary
    if (!mayWorkLater) changeUndone(changeIds)
    setRefused(outcome.refused)
    read()
    const again = { label: 'Try again', onClick: () => void undo(changeIds, what) }
    const told = openNotice(undoneSentence(outcome, what), {
      failed: outcome.error !== undefined || outcome.refused.length > 0,
      ...(mayWorkLater && { action: again }),
    })
    if (mayWorkLater) undoIsOffered(changeIds, told)
  }

  const undoLast = async () => {
    if (isUndoing.current || progress) return
    // The last one may still be on its way.
    await changesDone(queryClient)
    const last = lastChange()
    if (last) await undo(last)
    else notify('Nothing was changed on this board since it was opened')
  }

  return { change, undo, undoing, undoLast, progress, refused, forgetRefused: () => setRefused([]) }
}

/** Nothing of what cannot be undone. */
function wordsOf(change: AssetChange, count: number): string | undefined {
  return change.kind === 'keep-media' ? undefined : saidChange(change, counted(count, 'take'))
}

/** What is undone: "set 12 takes to Approved", and whether that is a change that was undone itself. */
interface Undone {
  words: string | undefined
  isAgain?: boolean
}

/** A take of which several changes are undone counts once. */
function eachOnce({ changed, refused, ...rest }: Outcome): Outcome {
  const reasons = new Map(refused.map((one) => [one.id, one]))
  return {
    ...rest,
    changed: [...new Set(changed)].filter((id) => !reasons.has(id)),
    refused: [...reasons.values()],
  }
}

/** "38 approved, 2 not: Set its status to SELECTED first". */
function sentence({ changed, unchanged, refused, error }: Outcome, asked: number, done: string): string {
  const left = asked - changed.length - unchanged - refused.length
  const number = (count: number) => count.toLocaleString()
  return [
    (changed.length > 0 || error === undefined) && `${number(changed.length)} ${done}`,
    unchanged > 0 && `${number(unchanged)} already so`,
    refused.length > 0 && `${number(refused.length)} not: ${reasonsOf(refused)}`,
    left > 0 && `${number(left)} not asked for`,
    error !== undefined && errorText(error),
  ]
    .filter(Boolean)
    .join(', ')
}

/** "Undone: set 12 takes to Approved, but for 2: Set to FINAL since". */
function undoneSentence(
  { changed, refused, error }: Outcome,
  { words = `a change of ${counted(changed.length, 'take')}`, isAgain = false }: Undone,
): string {
  const why = error === undefined ? [] : [errorText(error)]
  if (changed.length === 0) {
    if (refused.length > 0) why.unshift(reasonsOf(refused))
    const not = isAgain ? 'Not done again' : 'Not undone'
    return why.length > 0 ? `${not}: ${why.join(', ')}` : 'All of it is as before already'
  }
  const butFor =
    refused.length > 0 ? `, but for ${refused.length.toLocaleString()}: ${reasonsOf(refused)}` : ''
  return [`${isAgain ? 'Done again' : 'Undone'}: ${words}${butFor}`, ...why].join(', ')
}

function reasonsOf(refused: Outcome['refused']): string {
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  return reasons.length > 1
    ? `${reasons[0]}, and ${counted(reasons.length - 1, 'other reason')}`
    : `${reasons[0]}`
}
