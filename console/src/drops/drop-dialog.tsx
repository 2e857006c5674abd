import { spokenName } from '@dailies/reading/file-kind.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { query } from '../api/queries.ts'
import { bytesText } from '../ui/bytes.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { Dialog } from '../ui/dialog.tsx'
import { addTakes } from '../uploads/send-uploads.ts'
import { undoTakes } from '../uploads/undo-takes.ts'
import { currentUploads } from '../uploads/uploads.ts'
import { type Editable, saidOf, setTo, textOf, type Words } from './columns.ts'
import { DropTable } from './drop-table.tsx'
import { foundText, leftOutText, missingText, type Tally, tallyOf } from './drop-words.ts'
import type { Dropped } from './dropped.ts'
import { FillBar } from './fill-bar.tsx'
import { hashOf, type Place, type Row } from './row.ts'
import { type SortBy, sortRows } from './sort-rows.ts'
import { leftOut, type Standing } from './standing.ts'
import { takeOfRow } from './take-of-row.ts'
import { useDrop } from './use-drop.ts'

interface DropDialogProps {
  projectId: string
  /** Where it was dropped. */
  place: Place
  dropped: Dropped
  onClose: () => void
}

type Shown = 'all' | 'missing' | 'left out'

/** What was dropped, before any of it is sent: what goes where, what is known of it, and what is missing. */
export function DropDialog({ projectId, place, dropped, onClose }: DropDialogProps) {
  const drop = useDrop(projectId, dropped, place)
  const { rows, standings, change, found } = drop
  const [isEdited, setEdited] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = () => (isEdited && rows.length > 0 ? setAsked(true) : onClose())
  const isOfOne = rows.length === 1
  const title = found
    ? `Add ${counted(rows.length, 'file')} to scene ${place.scene.sceneId}`
    : `Add files to scene ${place.scene.sceneId}`

  const send = () => {
    const sent = rows.filter(({ id }) => standings.get(id) === 'complete')
    sendRows(sent, { projectId, place, words: drop })
    const ids = new Set(sent.map(({ id }) => id))
    change({ what: 'sent', ids })
    if (rows.every(({ id }) => ids.has(id) || leftOut.includes(standings.get(id)!))) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      width="full"
      description={
        isOfOne ? undefined : 'What each file tells of itself is filled in. Look it over, then add them.'
      }
    >
      <Rows {...drop} onEdited={() => setEdited(true)} onCancel={close} onSend={send} />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Leave ${counted(rows.length, 'file')} out?`}
        action="Leave them out"
        onConfirm={async () => onClose()}
      >
        <p>What you typed here is not kept. Nothing of it was sent.</p>
      </Confirm>
    </Dialog>
  )
}

interface RowsProps extends ReturnType<typeof useDrop> {
  onEdited: () => void
  onCancel: () => void
  onSend: () => void
}

function Rows({ found, rows, standings, change, scenes, shotsOf, byName, isUnasked, ...on }: RowsProps) {
  const platforms = useQuery(query('browsePlatforms', {})).data?.data
  const words: Words = useMemo(
    () => ({ scenes, shotsOf, standings, platforms: platforms ?? [] }),
    [scenes, shotsOf, standings, platforms],
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
      />
      <Footer tally={tally} isFound={found !== undefined} onCancel={on.onCancel} onSend={on.onSend} />
    </>
  )
}

interface View {
  shown: Shown
  sort: { by: SortBy; isDown: boolean }
}

/** Rows stay where they are while they are edited, until they are sorted or filtered anew. */
function useSteadyOrder(rows: readonly Row[], view: View, words: Words): number[] {
  const [kept, setKept] = useState<{ view: View; count: number; ids: number[] }>()
  if (kept && kept.view === view && kept.count === rows.length) return kept.ids
  const isShown = (standing: Standing) =>
    view.shown === 'all' ||
    (view.shown === 'missing' ? standing === 'incomplete' : leftOut.includes(standing))
  const some = rows.filter(({ id }) => isShown(words.standings.get(id) ?? 'reading'))
  const read = (row: Row, by: SortBy) => (by === 'size' ? '' : textOf(row, by, words))
  const ids = sortRows(some, view.sort, read).map(({ id }) => id)
  setKept({ view, count: rows.length, ids })
  return ids
}

interface ViewsProps {
  view: View
  tally: Tally
  total: number
  onView: (view: View) => void
}

function Views({ view, tally, total, onView }: ViewsProps) {
  const out = [...tally.out.values()].reduce((sum, count) => sum + count, 0)
  const views: [shown: Shown, label: string, count: number][] = [
    ['all', 'All', total],
    ['missing', 'Missing something', tally.incomplete],
    ['left out', 'Left out', out],
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, and no legend
    <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
      {views.map(([shown, label, count]) => (
        <button
          key={shown}
          type="button"
          aria-pressed={view.shown === shown}
          className="h-8 rounded-lg border border-line px-2.5 text-sm pointer-coarse:h-10 aria-pressed:border-ink aria-pressed:font-semibold"
          // Once more looks anew what is to be shown.
          onClick={() => onView({ ...view, shown })}
        >
          {label} <span className="text-muted tabular-nums">{count.toLocaleString()}</span>
        </button>
      ))}
    </div>
  )
}

function Notes({ found, tally, isUnasked }: { found: RowsProps['found']; tally: Tally; isUnasked: boolean }) {
  const out = leftOutText(tally)
  const notes = [
    found && foundText(found),
    out && `Left out: ${out}.`,
    isUnasked && 'The service could not be asked which of them are in the scene already.',
  ].filter(Boolean)
  if (notes.length === 0) return null
  return <p className="text-sm text-muted">{notes.join(' ')}</p>
}

interface FooterProps {
  tally: Tally
  isFound: boolean
  onCancel: () => void
  onSend: () => void
}

function Footer({ tally, isFound, onCancel, onSend }: FooterProps) {
  const id = useId()
  const missing = isFound ? missingText(tally) : 'Looking for files'
  const going = tally.complete + tally.incomplete + tally.reading
  const isSome = missing !== '' && tally.reading === 0 && tally.complete > 0
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 px-5 py-3">
      <p id={id} role="status" className="min-w-0 flex-1 basis-48 text-sm">
        {missing && (
          <span className={tally.reading > 0 ? 'text-muted' : 'font-medium text-danger'}>{missing}. </span>
        )}
        <span className="text-muted">
          {counted(going, 'take')}
          {tally.bytes > 0 && `, ${bytesText(tally.bytes)}`}
        </span>
      </p>
      <Button className="max-sm:hidden" onClick={onCancel}>
        Cancel
      </Button>
      {isSome && (
        <Button onClick={onSend}>
          Add {tally.complete === 1 ? 'the one that is complete' : `the ${tally.complete} that are complete`}
        </Button>
      )}
      <Button
        look="primary"
        disabled={missing !== '' || tally.complete === 0}
        aria-describedby={id}
        onClick={onSend}
      >
        Add {counted(going, 'take')}
      </Button>
    </footer>
  )
}

/** Makes takes of them, and tells how they are taken back. */
function sendRows(
  rows: readonly Row[],
  { projectId, place, words }: { projectId: string; place: Place; words: Pick<Words, 'shotsOf'> },
): void {
  const coming = currentUploads().flatMap(({ take, stage }) => (take && stage !== 'done' ? [take] : []))
  const before = new Map(
    Object.entries(Object.groupBy(coming, ({ sha256, sceneDbId }) => `${sha256} ${sceneDbId}`)).map(
      ([key, same]) => [key, same?.length ?? 0],
    ),
  )
  const takes = rows.map((row) => {
    const key = `${hashOf(row)} ${row.place.scene.id}`
    const take = takeOfRow(row, { projectId, before: before.get(key) ?? 0 })
    before.set(key, (before.get(key) ?? 0) + 1)
    const shot = words.shotsOf.get(row.place.scene.id)?.find(({ id }) => id === row.place.shotId)
    return { take, to: shot ? `shot ${shot.shotCode}` : `scene ${row.place.scene.sceneId}` }
  })
  const isOfOneScene = rows.every((row) => row.place.scene.id === place.scene.id)
  const to = isOfOneScene ? `scene ${place.scene.sceneId}` : 'several scenes'
  const drop = addTakes(takes, { to })
  notify(`${counted(rows.length, 'take')} on the way to ${to}`, {
    action: { label: 'Undo', onClick: () => void undoTakes(drop) },
  })
}
