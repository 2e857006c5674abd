import { spokenName } from '@dailies/reading/file-kind.ts'
import { Button } from '@dailies/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../api/queries.ts'
import { type Editable, saidOf, setTo, type Words } from './columns.ts'
import { DropFooter } from './drop-footer.tsx'
import { DropTable } from './drop-table.tsx'
import { useSteadyOrder, type View, Views } from './drop-views.tsx'
import { foundText, leftOutText, type Tally, tallyOf } from './drop-words.ts'
import { FillBar } from './fill-bar.tsx'
import type { Row } from './row.ts'
import { leftOut } from './standing.ts'
import type { Drop } from './use-drop.ts'

interface DropOverviewProps extends Drop {
  onEdited: () => void
  onCancel: () => void
  onSend: () => void
}

/** What was dropped, to be looked over and set, one by one or several at once. */
export function DropOverview({
  found,
  rows,
  standings,
  goesFor,
  change,
  scenes,
  shotsOf,
  byName,
  isUnasked,
  ...on
}: DropOverviewProps) {
  const platforms = useQuery(query('browsePlatforms', {})).data?.data
  const words: Words = useMemo(
    () => ({ scenes, shotsOf, standings, goesFor, platforms: platforms ?? [] }),
    [scenes, shotsOf, standings, goesFor, platforms],
  )
  const [view, setView] = useState<View>({ shown: 'all', sort: { by: 'name', isDown: false } })
  const order = useSteadyOrder(rows, view, words)
  const shown = useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [rows, order])
  const tally = tallyOf(rows, standings)
  const chosen = rows.filter(({ isChosen }) => isChosen)
  const set = (ids: ReadonlySet<number>, column: Editable, value: string) => {
    const changed = rows.filter((row) => ids.has(row.id) && setTo(row, column) !== value)
    if (changed.length === 0) return
    on.onEdited()
    const those = new Set(changed.map(({ id }) => id))
    if (column === 'scene') {
      const scene = scenes.find(({ id }) => id === value)
      if (scene)
        change({ what: 'place', ids: those, place: { scene: { id: scene.id, sceneId: scene.sceneId } } })
    } else if (column === 'shot') change({ what: 'place', ids: those, place: { shotId: value || undefined } })
    else change({ what: 'say', ids: those, said: saidOf(column, value) })
  }
  const idsOf = (some: readonly Row[]) => new Set(some.map(({ id }) => id))
  const incomplete = rows.filter(({ id }) => standings.get(id) === 'incomplete')
  const named = rows.filter(({ id }) => byName.has(id) && !leftOut.includes(standings.get(id)!))
  const nameThem = () => {
    on.onEdited()
    for (const row of incomplete) {
      change({ what: 'say', ids: new Set([row.id]), said: { prompt: spokenName(row.file.name) } })
    }
  }
  if (found && rows.length === 0) {
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
        <p className="text-muted">There are no files in it. {foundText(found)}</p>
        <Button onClick={on.onCancel}>Close</Button>
      </div>
    )
  }
  return (
    <>
      <DropTable
        rows={shown}
        words={words}
        byName={byName}
        sort={view.sort}
        onSort={(by) =>
          setView(({ sort, shown }) => ({ shown, sort: { by, isDown: sort.by === by && !sort.isDown } }))
        }
        onSet={set}
        onChoose={(ids, isChosen) => change({ what: 'choose', ids, isChosen })}
        onWant={(row) => {
          const isOut = leftOut.includes(standings.get(row.id)!)
          change({ what: 'want', ids: new Set([row.id]), choice: isOut ? 'in' : 'out' })
        }}
        onFill={(row, column) => {
          if (column === 'shot' && chosen.some(({ place }) => place.scene.id !== row.place.scene.id)) return
          set(idsOf(chosen), column, setTo(row, column))
        }}
      >
        <div className="flex flex-col gap-2 px-5 py-3">
          <div className="flex flex-wrap items-center gap-2">
            <Views view={view} tally={tally} total={rows.length} onView={setView} />
            {incomplete.length > 0 && tally.reading === 0 && (
              <Button size="small" onClick={nameThem}>
                Use file names as prompts
              </Button>
            )}
            {named.length > 0 && (
              <Button
                size="small"
                onClick={() => {
                  on.onEdited()
                  const places = new Map(named.map(({ id }) => [id, byName.get(id)!]))
                  change({ what: 'place each', places })
                }}
              >
                Put {named.length} where {named.length === 1 ? 'its name says' : 'their names say'}
              </Button>
            )}
          </div>
          {rows.length > 1 && (
            <FillBar
              chosen={chosen}
              words={words}
              onSet={(column, value) => set(idsOf(chosen), column, value)}
              onTakeOut={() => change({ what: 'want', ids: idsOf(chosen), choice: 'out' })}
            />
          )}
          <Notes found={found} tally={tally} isUnasked={isUnasked} />
        </div>
      </DropTable>
      <DropFooter tally={tally} isFound={found !== undefined} onCancel={on.onCancel} onSend={on.onSend} />
    </>
  )
}

function Notes({
  found,
  tally,
  isUnasked,
}: {
  found: DropOverviewProps['found']
  tally: Tally
  isUnasked: boolean
}) {
  const out = leftOutText(tally)
  const notes = [
    found && foundText(found),
    out && `Left out: ${out}.`,
    isUnasked && 'The service could not be asked which of them are in the scene already.',
  ].filter(Boolean)
  if (notes.length === 0) return null
  return <p className="text-sm text-muted">{notes.join(' ')}</p>
}
