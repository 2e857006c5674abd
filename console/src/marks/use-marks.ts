import type { FilmMarkUpdate, Marks, MyMarkUpdate } from '@dailies/contract/mark.ts'
import { notify } from '@dailies/ui/notices.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { outdate } from '../api/queries.ts'
import { changeKnownVersions } from '../takes/known-versions.ts'
import { errorText } from '../ui/error-text.ts'

/** Whose mark it is: that of whoever is signed in, or the film's. */
export type Whose = keyof Marks

interface Change {
  id: string
  whose: Whose
  mark: MyMarkUpdate
}

interface Marked {
  id: string
  marks: Marks
}

interface Ledger {
  /** What the service said last of the takes that any of these changes touches. */
  truth: Map<string, Marks>
  /** In the order in which they were asked for. */
  underWay: Change[]
}

const ledgers = new WeakMap<QueryClient, Ledger>()

/** Marks takes. It shows at once; what the service refuses is taken back and told. */
export function useMarks(): (take: Marked, whose: Whose, mark: MyMarkUpdate) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: ['marks'],
    scope: { id: 'marks' },
    mutationFn: send,
    onSuccess: ({ data }, change) => settle(queryClient, change, data),
    onError: (error, change) => {
      settle(queryClient, change)
      notify(`The mark was not saved: ${errorText(error)}`, { failed: true })
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: ['marks'] }) > 1) return
      ledgers.delete(queryClient)
      void outdate(queryClient, 'countMarks')
    },
  })
  return useCallback(
    (take, whose, mark) => {
      const change = { id: take.id, whose, mark }
      const ledger = ledgerOf(queryClient)
      if (!ledger.truth.has(take.id)) ledger.truth.set(take.id, take.marks)
      ledger.underWay.push(change)
      show(queryClient, take.id)
      mutate(change)
    },
    [queryClient, mutate],
  )
}

function send({ id, whose, mark }: Change) {
  const params = { id }
  if (whose === 'mine') return call('setMyMark', { params, body: mark })
  const { seen: _, ...body } = mark
  return call('setFilmMark', { params, body: body satisfies FilmMarkUpdate })
}

/** The service answered: with what became of it, or not at all. */
function settle(queryClient: QueryClient, change: Change, answer?: Marks): void {
  const ledger = ledgerOf(queryClient)
  if (answer) ledger.truth.set(change.id, answer)
  ledger.underWay = ledger.underWay.filter((one) => one !== change)
  show(queryClient, change.id)
}

/** Draws the truth with all that is on its way on top, so that one that is refused takes back no more than itself. */
function show(queryClient: QueryClient, id: string): void {
  const { truth, underWay } = ledgerOf(queryClient)
  const known = truth.get(id)
  if (!known) return
  let marks = known
  for (const change of underWay) {
    if (change.id !== id) continue
    marks = { ...marks, [change.whose]: { ...marks[change.whose], ...change.mark } }
  }
  changeKnownVersions(queryClient, (version) => (version.id === id ? { marks } : undefined))
}

function ledgerOf(queryClient: QueryClient): Ledger {
  const ledger = ledgers.get(queryClient) ?? { truth: new Map(), underWay: [] }
  ledgers.set(queryClient, ledger)
  return ledger
}
