import type { AssetChangeSaid } from '@dailies/contract/asset-change.ts'
import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { type Notice, notify, openNotice } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call, type EndpointName, type Reply, type Told } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'
import { errorText } from '../ui/error-text.ts'
import { takeFromBoards } from './board.ts'
import { bringBack } from './brought-back.ts'
import { type Expectation, expect, forgetTruth, settle, showExpected } from './expectations.ts'
import { changeKnownVersions, type KnownVersion, type Standing } from './known-versions.ts'
import { asOneChange, changesOfBoard, changeUndone, undoIsOffered } from './own-changes.ts'
import { saidChange } from './said-change.ts'

/** What one can do with an asset version. Each shows at once; what the service refuses is taken back and told. */
export interface AssetActions {
  /** Makes it the winner of its scene, shot and type. */
  select(version: KnownVersion): Promise<boolean>
  /** Makes it the winner no longer. */
  drop(version: KnownVersion): Promise<boolean>
  /** One that is not SELECTED yet is selected first. */
  approve(version: KnownVersion): Promise<boolean>
  changeStatus(version: KnownVersion, status: AssetStatus): Promise<boolean>
  /** Null takes it out of its group. */
  setCompareGroup(version: KnownVersion, compareGroup: string | null): Promise<boolean>
  /** Deletes it, and offers to undo that. */
  remove(version: KnownVersion): Promise<boolean>
}

/** The actions tell whether they worked; they never throw. */
export function useAssetActions(): AssetActions {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(changeOf(queryClient))
  const { mutateAsync: removeAsync } = useMutation(removalOf(queryClient))
  return useMemo(() => {
    const change = (version: KnownVersion, said: AssetChangeSaid, expected: Partial<Standing>, send: Send) =>
      mutateAsync({
        version,
        expected,
        send: asOneChange(saidChange(said, takeName(version)), send),
      }).then(worked, failed)
    return {
      select: (version) =>
        change(
          version,
          { kind: 'select', selected: true },
          { selected: true, status: isPastSelection(version.status) ? version.status : 'SELECTED' },
          (onChanged) => select(version, true, onChanged),
        ),
      drop: (version) => {
        if (isPastSelection(version.status)) return stays(version)
        return change(
          version,
          { kind: 'select', selected: false },
          { selected: false, status: withoutSelection(version.status) },
          (onChanged) => select(version, false, onChanged),
        )
      },
      approve: (version) => {
        if (isPastSelection(version.status)) return Promise.resolve(true)
        const said = { kind: 'status', status: 'APPROVED' } as const
        if (version.status === 'SELECTED') {
          return change(version, said, { status: 'APPROVED' }, (onChanged) =>
            setStatus(version, 'APPROVED', onChanged),
          )
        }
        return change(version, said, { selected: true, status: 'APPROVED' }, async (onChanged) => {
          await select(version, true, onChanged)
          return setStatus(version, 'APPROVED', onChanged)
        })
      },
      changeStatus: (version, status) => {
        const selected = status === 'SELECTED' || (isPastSelection(status) && version.selected)
        return change(version, { kind: 'status', status }, { selected, status }, (onChanged) =>
          setStatus(version, status, onChanged),
        )
      },
      setCompareGroup: (version, compareGroup) =>
        change(version, { kind: 'group', compareGroup }, { compareGroup }, (onChanged) =>
          call('selectAsset', { params: { id: version.id }, body: { compareGroup } }, { onChanged }),
        ),
      remove: (version) => removeAsync(version).then(worked, failed),
    }
  }, [mutateAsync, removeAsync])
}

type Send = (onChanged: Told) => Promise<Reply<'selectAsset'>>

interface Change {
  version: KnownVersion
  expected: Partial<Standing>
  send: () => Promise<Reply<'selectAsset'>>
}

/** One after the other, in the order in which they were asked for. */
const inTurn = { mutationKey: ['asset version'], scope: { id: 'asset versions' } }

function changeOf(queryClient: QueryClient) {
  return {
    ...inTurn,
    mutationFn: ({ send }: Change) => send(),
    onMutate: ({ version, expected }: Change) => {
      void queryClient.cancelQueries({ queryKey: keyOf('readAsset', { params: { id: version.id } }) })
      return expect(queryClient, version, expected)
    },
    onError: (error: Error, _change: Change, expectation: Expectation | undefined) => {
      if (expectation) settle(queryClient, expectation)
      tell(error)
    },
    onSuccess: ({ data }: Reply<'selectAsset'>, _change: Change, expectation: Expectation) =>
      settle(queryClient, expectation, data),
    onSettled: () => {
      forgetWhenLast(queryClient)
      recount(queryClient)
    },
  }
}

/** After the last of several, with nothing expected any more, what is read is true. */
function forgetWhenLast(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey: inTurn.mutationKey }) <= 1) forgetTruth(queryClient)
}

function removalOf(queryClient: QueryClient) {
  return {
    ...inTurn,
    mutationFn: async (version: KnownVersion) => {
      const { id } = version
      const changeMade = changesOfBoard()
      const changeIds: string[] = []
      await call('deleteAsset', { params: { id } }, { onChanged: (changeId) => changeIds.push(changeId) })
      changeMade(changeIds, saidChange({ kind: 'delete' }, takeName(version)))
      return changeIds
    },
    onMutate: ({ id }: KnownVersion) => takeFromBoards(queryClient, id),
    onError: (error: Error, _version: KnownVersion, putBack: (() => void) | undefined) => {
      putBack?.()
      // It was taken as it looked then: what was expected of it may have been refused since.
      showExpected(queryClient)
      tell(error)
    },
    onSettled: () => forgetWhenLast(queryClient),
    onSuccess: (changeIds: string[], version: KnownVersion, putBack: () => void) => {
      recount(queryClient, version.id)
      const onClick = () => void undo(queryClient, { version, changeIds, putBack })
      const action = { label: 'Undo', onClick }
      undoIsOffered(changeIds, openNotice(`${takeName(version)} was deleted`, { action }))
    },
  }
}

interface Removed {
  version: KnownVersion
  changeIds: readonly string[]
  putBack: () => void
}

async function undo(queryClient: QueryClient, removed: Removed): Promise<void> {
  const { version, changeIds, putBack } = removed
  try {
    const { data } = await bringBack(version.id)
    changeUndone(changeIds)
    const { id, status, selected } = data
    putBack()
    changeKnownVersions(queryClient, (known) => (known.id === id ? { status, selected } : undefined))
    recount(queryClient)
    notify(`${takeName(version)} is back`)
  } catch (error) {
    const onClick = () => void undo(queryClient, removed)
    const mayWorkLater = error instanceof DailiesError && error.isTemporary
    tell(error, mayWorkLater ? { label: 'Try again', onClick } : undefined)
  }
}

const counting: EndpointName[] = [
  'readAsset',
  'readLineage',
  'listStatusChanges',
  'listAssetFacets',
  'browseShots',
  'readScene',
  'browseScenes',
  'readProject',
  'browseProjects',
  'listMyShots',
  'readProgress',
  'readCut',
  'listCutChanges',
]

/** Reads again what counts or repeats asset versions, where it is on the screen; not what is of one that is `gone`. */
export function recount(queryClient: QueryClient, gone?: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      counting.includes(name as EndpointName) &&
      (gone === undefined || (input as { params?: { id?: string } }).params?.id !== gone),
  })
}

function select({ id }: KnownVersion, selected: boolean, onChanged: Told): Promise<Reply<'selectAsset'>> {
  return call('selectAsset', { params: { id }, body: { selected } }, { onChanged })
}

function setStatus(
  { id }: KnownVersion,
  status: AssetStatus,
  onChanged: Told,
): Promise<Reply<'changeStatus'>> {
  return call('changeStatus', { params: { id }, body: { status } }, { onChanged })
}

/** APPROVED and FINAL: being picked, or being the winner no longer, does not take them back. */
export function isPastSelection(status: AssetStatus): boolean {
  return status === 'APPROVED' || status === 'FINAL'
}

function withoutSelection(status: AssetStatus): AssetStatus {
  return status === 'SELECTED' ? 'GENERATED' : status
}

function stays({ status }: KnownVersion): Promise<boolean> {
  const word = status === 'FINAL' ? 'A final' : 'An approved'
  notify(`${word} version stays the winner: set its status back first, or select another one`, {
    failed: true,
  })
  return Promise.resolve(false)
}

/** That the session is over is asked about by itself. */
function tell(error: unknown, action?: Notice['action']): void {
  if (error instanceof DailiesError && error.status === 401) return
  notify(refusalText(error), { failed: true, ...(action && { action }) })
}

/** What the service says of the status stands for itself: nobody filled in a field that is called so. */
function refusalText(error: unknown): string {
  const said = error instanceof DailiesError ? error.fieldErrors.status : undefined
  return said ? said.join('. ') : errorText(error)
}

const worked = () => true
const failed = () => false
