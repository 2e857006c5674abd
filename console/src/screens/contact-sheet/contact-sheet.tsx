import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Images, Printer } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useCommands } from '../../palette/commands.ts'
import { sceneQueries } from '../../takes/board.ts'
import { filterWords } from '../../takes/board-filters.ts'
import { counted } from '../../ui/counted.ts'
import { Page } from '../../ui/page.tsx'
import { useRemembered } from '../../ui/use-remembered.ts'
import { mostOnSheet, sheetQuery } from './sheet-query.ts'
import { SheetTake } from './sheet-take.tsx'

const route = getRouteApi('/signed-in/scenes/$sceneId/contact-sheet')

const inRow = [2, 3, 4, 5, 6]

/** Milliseconds. */
const mostPatience = 15_000

/** The takes that a board shows, to be printed: small pictures with what they are called and where they stand. */
export function ContactSheet() {
  const { sceneId: sceneDbId } = route.useParams()
  const { at: _, ...view } = route.useSearch()
  const [sceneAnswer, shotsAnswer, facetsAnswer] = useSuspenseQueries({ queries: sceneQueries(sceneDbId) })
  const { takes, total } = useSuspenseQuery(sheetQuery(sceneDbId, view)).data
  const [{ columns }, change] = useRemembered('dailies.contact-sheet', { columns: 4 })
  const [isWaiting, setWaiting] = useState(false)
  const scene = sceneAnswer.data.data
  const shotCodes = new Map(shotsAnswer.data.data.map(({ id, shotCode }) => [id, shotCode]))
  const words = filterWords(view, facetsAnswer.data.data, shotCodes)
  const print = async () => {
    setWaiting(true)
    await picturesLoaded()
    setWaiting(false)
    window.print()
  }
  useCommands(() =>
    takes.length > 0 ? [{ name: 'Print or save as PDF', icon: Printer, run: () => void print() }] : [],
  )
  return (
    <Page
      title={`Contact sheet of scene ${scene.sceneId}`}
      tab={`Contact sheet ${scene.sceneId} · ${scene.project.name}`}
      crumbs={[
        {
          label: scene.project.name,
          link: { to: '/projects/$projectId', params: { projectId: scene.project.id } },
        },
        {
          label: `Scene ${scene.sceneId}`,
          link: { to: '/scenes/$sceneId', params: { sceneId: sceneDbId }, search: view },
        },
      ]}
      actions={
        <div className="print:hidden flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-2 text-sm max-sm:hidden">
            In a row
            <select
              value={inRow.includes(columns) ? columns : 4}
              onChange={({ target }) => change({ columns: Number(target.value) })}
              className="h-10 rounded-lg border border-strong-line bg-raised px-2"
            >
              {inRow.map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          </label>
          <Button
            icon={Printer}
            look="primary"
            busy={isWaiting}
            disabled={takes.length === 0}
            onClick={() => void print()}
          >
            Print or save as PDF
          </Button>
        </div>
      }
    >
      <div className="on-a4 flex flex-col gap-4">
        <p className="text-sm wrap-anywhere text-muted">
          {[scene.project.name, counted(total, 'take'), ...words, printedOn()].join(' · ')}
        </p>
        {total > takes.length && (
          <p role="status" className="text-sm font-medium text-warn">
            A contact sheet has {mostOnSheet.toLocaleString()} takes at most: these are the first of{' '}
            {total.toLocaleString()}. Narrow the board to have the others.
          </p>
        )}
        {takes.length === 0 && (
          <Empty
            icon={Images}
            title="No takes to print"
            action={
              <Link
                to="/scenes/$sceneId"
                params={{ sceneId: sceneDbId }}
                search={view}
                className={buttonLook()}
              >
                To the board
              </Link>
            }
          >
            {words.length > 0
              ? 'No take of the scene answers to what the board is narrowed by.'
              : 'Once the scene has takes, they stand here.'}
          </Empty>
        )}
        <ol
          style={{ '--in-row': inRow.includes(columns) ? columns : 4 } as CSSProperties}
          className="grid grid-cols-[repeat(var(--in-row),minmax(0,1fr))] gap-x-3 gap-y-4 max-sm:grid-cols-2"
        >
          {takes.map((take) => (
            <SheetTake
              key={take.id}
              take={take}
              shotCode={take.shotId ? shotCodes.get(take.shotId) : undefined}
            />
          ))}
        </ol>
      </div>
    </Page>
  )
}

function printedOn(): string {
  return new Date().toLocaleDateString(undefined, { dateStyle: 'medium' })
}

/** What is not there yet is white on paper. One that fails is not waited for, and one that never comes not for long. */
function picturesLoaded(): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, mostPatience))
  return Promise.race([Promise.allSettled([...document.images].map((picture) => picture.decode())), patience])
}
