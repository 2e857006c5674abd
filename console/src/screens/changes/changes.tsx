import type { AssetChangeSet } from '@dailies/contract/asset-change.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { pages } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { useMay } from '../../production/role.tsx'
import { useChangeMany } from '../../takes/use-change-many.ts'
import { byDay, dayName } from '../../ui/days.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'
import { ChangeRow } from './change-row.tsx'
import { inWords, whatItIs } from './words.ts'

const route = getRouteApi('/signed-in/projects/$projectId/changes')

/** What was changed of the takes of a film, the newest first, each to be undone. */
export function Changes() {
  const { projectId } = route.useParams()
  const list = useInfiniteQuery(pages('listAssetChangeSets', { params: { id: projectId } }))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const { undo, undoing } = useChangeMany(projectId)
  const mayUndo = useMay('editor')
  const takeBack = (change: AssetChangeSet) =>
    void undo([change.id], { words: whatItIs(change), isAgain: change.undoOf !== null })
  const undoable = mayUndo ? rows.filter(({ undone }) => !undone) : []
  useCommands(() =>
    undoable.map((change) => ({
      name: `${labelOf(change)}: ${inWords(change)}`,
      of: 'Changes',
      icon: Undo2,
      run: () => takeBack(change),
    })),
  )
  if (list.isPending) return <LoadingRows rows={6} />
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-sm text-muted">
        What was changed of takes in the last 30 days. What is undone makes them what they were before, but
        for those that were changed since.
      </p>
      {byDay(rows, ({ at }) => at).map(({ at, rows }) => (
        <section key={dayName(at)} aria-label={dayName(at)}>
          <h2 className="mb-1 text-sm font-semibold text-muted">{dayName(at)}</h2>
          <ol className="rounded-2xl border border-line bg-surface px-4">
            {rows.map((change) => (
              <ChangeRow key={change.id} change={change}>
                {mayUndo && !change.undone && (
                  <Button
                    icon={Undo2}
                    busy={undoing === change.id}
                    onClick={() => takeBack(change)}
                    aria-label={`${labelOf(change)}: ${inWords(change)}`}
                  >
                    {labelOf(change)}
                  </Button>
                )}
              </ChangeRow>
            ))}
          </ol>
        </section>
      ))}
      {rows.length === 0 && !list.hasNextPage && (
        <Empty icon={Undo2} title="Nothing to undo">
          Once takes are picked, approved, tagged, moved or deleted, this tells who did it, and takes it back.
        </Empty>
      )}
      <LoadMore list={list} label="Show older" />
    </div>
  )
}

function labelOf({ undoOf }: { undoOf: string | null }): string {
  return undoOf === null ? 'Undo' : 'Do again'
}
