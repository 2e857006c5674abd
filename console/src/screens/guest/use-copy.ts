import type { GuestTake } from '@dailies/contract/guest.ts'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { noAnswer } from '../../api/call.ts'

/** Milliseconds between two looks whether it is made. */
const lookAgain = 1500

/** Whether the copy with the guest's name is there: `made`, also where there is none to be made, `coming`, or never, with why. */
export type CopyState = 'made' | 'coming' | { problem: string }

/** Has the copy of a take made, as soon as it is looked at, and looks again until it is there. */
export function useCopy(take: GuestTake): CopyState {
  const asked = useQuery(copyOf(take))
  return isMarked(take) ? (asked.data ?? 'coming') : 'made'
}

/** By the ids of takes: those whose copy is not there. */
export type Copies = Readonly<Record<string, Exclude<CopyState, 'made'>>>

/** Has copies made of takes that are shown now, or soon will be. Of all: those of whose copy nobody knows that it is there. */
export function useCopies(near: readonly GuestTake[], all: readonly GuestTake[]): Copies {
  const queryClient = useQueryClient()
  useQueries({ queries: near.map(copyOf) })
  const copies = all.flatMap((take) => {
    const state = isMarked(take) ? (queryClient.getQueryData(copyOf(take).queryKey) ?? 'coming') : 'made'
    return state === 'made' ? [] : [[take.id, state] as const]
  })
  // The same object for as long as it says the same: the plan is made anew by it.
  const said = JSON.stringify(copies)
  return useMemo(() => Object.fromEntries(JSON.parse(said)), [said])
}

function isMarked({ media }: GuestTake): boolean {
  return media?.isMarked === true && (media.proxy ?? media.original) !== null
}

function copyOf({ media }: GuestTake) {
  const address = media?.isMarked ? (media.proxy ?? media.original) : null
  return queryOptions({
    queryKey: ['copy', address],
    queryFn: ({ signal }) => ask(address!, signal),
    enabled: address !== null,
    // What is made stays.
    staleTime: Number.POSITIVE_INFINITY,
    // Also after an answer that failed: what nobody knows of is waited for.
    refetchInterval: ({ state: { data = 'coming' } }) => (data === 'coming' ? lookAgain : false),
  })
}

/** Its first byte will do. */
async function ask(address: string, signal: AbortSignal): Promise<CopyState> {
  const answer = await fetch(address, { headers: { range: 'bytes=0-0' }, signal }).catch(() => undefined)
  if (!answer) throw noAnswer()
  if (answer.ok) {
    await answer.arrayBuffer()
    return 'made'
  }
  // Of too many that wait it is one later.
  if (answer.status === 409 || answer.status === 429) return 'coming'
  const body = await answer.json().catch(() => undefined)
  return { problem: body?.error ?? 'This cannot be shown here.' }
}
