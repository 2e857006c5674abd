import type { AssetCard } from '@dailies/contract/board.ts'
import type { MarkFlag } from '@dailies/contract/mark.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Empty, Skeleton } from '@dailies/ui/states.tsx'
import { Switch } from '@dailies/ui/switch.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  Aperture,
  Bookmark,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  FlagOff,
  Keyboard,
  LayoutGrid,
  SearchX,
  Star,
  StarOff,
  Undo2,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { query } from '../../api/queries.ts'
import { isRejected, markText } from '../../marks/mark-words.ts'
import { useMarks, type Whose } from '../../marks/use-marks.ts'
import { type Command, useCommands } from '../../palette/commands.ts'
import { InRole, RoleNote } from '../../production/role.tsx'
import { type BoardView, boardKey } from '../../takes/board.ts'
import { useBoard } from '../../takes/use-board.ts'
import { useChanges } from '../../takes/use-changes.ts'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { LargeTake } from './large-take.tsx'
import { Marking } from './marking.tsx'
import { useTriageSettings } from './settings.ts'
import { Strip } from './strip.tsx'
import { useGoingThrough } from './use-going-through.ts'
import { useNextMedia } from './use-next-media.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const route = getRouteApi('/signed-in/scenes/$sceneId/triage')

/** Milliseconds after which one has looked at a take that one does not mark. */
const aLook = 500

/** The takes of a scene one after the other, each large, to be marked by keys alone. */
export function Triage() {
  const { sceneId } = route.useParams()
  return <TriageOfScene key={sceneId} sceneDbId={sceneId} />
}

interface Undoable {
  card: AssetCard
  whose: Whose
  before: { flag: MarkFlag; stars: number }
}

function TriageOfScene({ sceneDbId }: { sceneDbId: string }) {
  const { at: first, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const scene = useSuspenseQuery(query('readScene', { params: { id: sceneDbId } })).data.data
  const [settings, changeSettings] = useTriageSettings()
  const view: BoardView =
    settings.hidesRejected && filter.mark === undefined ? { ...filter, mark: 'mine:notRejected' } : filter
  const {
    board,
    view: asked,
    changing,
    error,
    retry,
    want,
    moreError,
    again,
    showWaiting,
  } = useBoard(sceneDbId, view)
  useForgotten(sceneDbId, asked)
  const { card, place, cards, goTo, go } = useGoingThrough(board, want, first)
  const setMark = useMarks()
  const done = useRef<Undoable[]>([])
  const [said, setSaid] = useState('')
  const [keysShown, setKeysShown] = useState(false)
  const mayMarkFilm = mayAs(scene.project.role, 'editor')
  useChanges(sceneDbId, asked, board !== undefined && !changing, whatIsNewWaits)
  useNextMedia(cards.slice(place + 1, place + 4))
  useLook(card, () => card && setMark(card, 'mine', { seen: true }))
  useAddress(
    card?.id,
    (at) => void navigate({ search: (now) => ({ ...now, at }), replace: true, resetScroll: false }),
  )

  const moved = (step: 1 | -1, words = '') => {
    const next = go(step)
    const end = step === 1 ? 'This is the last take' : 'This is the first take'
    setSaid([words, next ? nameOf(next, place + step, board?.total) : end].filter(Boolean).join('. '))
  }
  const mark = (whose: Whose, change: { flag?: MarkFlag; stars?: number }) => {
    if (!card) return
    if (whose === 'film' && !mayMarkFilm) {
      notify('Editors mark for the film. Without Shift the mark is yours', { failed: true })
      return
    }
    const { flag, stars } = card.marks[whose]
    done.current.push({ card, whose, before: { flag, stars } })
    setMark(card, whose, whose === 'mine' ? { ...change, seen: true } : change)
    if (whose === 'film' && !card.marks.mine.seen) setMark(card, 'mine', { seen: true })
    const words = `${whose === 'film' ? 'For the film: ' : ''}${markText({ flag, stars, ...change }) || 'no mark'}`
    if (settings.goesOn) moved(1, words)
    else setSaid(words)
  }
  const undo = () => {
    const last = done.current.pop()
    if (!last) return setSaid('There is no mark to take back')
    const now = cards.find(({ id }) => id === last.card.id) ?? last.card
    setMark(now, last.whose, last.before)
    const name = takeName(last.card)
    const words = `Taken back: ${name} has ${markText(last.before) || 'no mark'}`
    if (goTo(last.card.id)) setSaid(words)
    // It is not seen that it was.
    else notify(`${words}. It is not among those that are shown`)
  }
  const toBoard = {
    to: '/scenes/$sceneId',
    params: { sceneId: sceneDbId },
    search: { ...filter, at: card?.id },
  } as const
  useCommands(() => {
    const of = card && takeName(card)
    const markings: Command[] = marksOfPalette.flatMap(({ name, icon, keys, change }) => [
      { name, of, icon, keys, run: () => mark('mine', change) },
      ...(mayMarkFilm
        ? [
            {
              name: `${name}: for the film`,
              of,
              icon,
              keys: `Shift ${keys}`,
              run: () => mark('film', change),
            },
          ]
        : []),
    ])
    return [
      ...(card ? markings : []),
      { name: 'Take the last mark back', icon: Undo2, keys: 'Z', run: undo },
      {
        name: 'To the board',
        icon: LayoutGrid,
        run: () => void navigate(toBoard),
      },
      { name: 'Keys of the triage', icon: Keyboard, keys: '?', run: () => setKeysShown(true) },
    ]
  })
  useTriageKeys({
    mark,
    go: (step) => moved(step),
    end: (which) => {
      const to = which === 'first' ? cards[0] : cards.at(-1)
      if (to) goTo(to.id)
    },
    undo,
    showKeys: () => setKeysShown(true),
  })

  const change = (next: BoardView) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  return (
    <InRole role={scene.project.role}>
      <Page
        title={`Triage of scene ${scene.sceneId}`}
        wide
        crumbs={[
          { label: 'Projects', link: { to: '/projects' } },
          {
            label: cut(scene.project.name, 60),
            link: { to: '/projects/$projectId', params: { projectId: scene.project.id } },
          },
          { label: `Scene ${scene.sceneId}`, link: toBoard },
        ]}
        badge={<RoleNote />}
        actions={
          <>
            <Button icon={Undo2} onClick={undo} title="Take the last mark back (Z)">
              Undo
            </Button>
            <span className="hidden pointer-fine:block">
              <IconButton icon={Keyboard} label="Keys" tip="Keys (?)" onClick={() => setKeysShown(true)} />
            </span>
          </>
        }
      >
        <Counts sceneDbId={sceneDbId} />
        {error && !board ? (
          <Failed error={error} onRetry={retry} />
        ) : !board || (!card && board.cards.length > 0) ? (
          <div role="status">
            <span className="sr-only">Loading …</span>
            <Skeleton className="h-[56dvh]" />
          </div>
        ) : card ? (
          <div className={`flex flex-col gap-3 transition-opacity ${changing ? 'opacity-50' : ''}`}>
            <LargeTake key={card.id} card={card} plays={settings.plays} />
            <div className="flex items-start gap-2">
              <IconButton
                icon={ChevronLeft}
                label="The take before"
                tip="The take before (←)"
                look="plain"
                disabled={place === 0}
                onClick={() => moved(-1)}
              />
              <div className="min-w-0 flex-1">
                <h2 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
                  <Link
                    to="/assets/$assetId"
                    params={{ assetId: card.id }}
                    state={{ board: filter }}
                    className="underline-offset-2 hover:underline"
                  >
                    {takeName(card)}
                  </Link>
                  <span className="text-sm font-normal text-muted tabular-nums">
                    {(place + 1).toLocaleString()} of {board.total.toLocaleString()}
                  </span>
                  {isRejected(card.marks) && <span className="text-sm text-danger">Rejected</span>}
                </h2>
                <p dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
                  {card.title || card.prompt}
                </p>
              </div>
              <IconButton
                icon={ChevronRight}
                label="The next take"
                tip="The next take (→)"
                look="plain"
                disabled={place === cards.length - 1}
                onClick={() => moved(1)}
              />
            </div>
            <Marking marks={card.marks} onMark={mark} />
            <Strip cards={cards} at={place} onGo={goTo} />
            {moreError !== undefined && (
              <p role="alert" className="flex items-center gap-3 text-danger">
                Some takes could not be loaded.
                <Button size="small" onClick={again}>
                  Try again
                </Button>
              </p>
            )}
            {board.waiting.length > 0 && (
              <Button onClick={() => showWaiting()} className="self-center">
                Show {board.waiting.length} new {board.waiting.length === 1 ? 'take' : 'takes'}
              </Button>
            )}
          </div>
        ) : (
          <Nothing
            unseen={filter.seen === 'false'}
            narrowed={Object.keys(asked).length > 0}
            onAll={() => {
              changeSettings({ hidesRejected: false })
              void navigate({ search: {}, replace: true })
            }}
            board={
              <Link {...toBoard} className={buttonLook()}>
                To the board
              </Link>
            }
          />
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-4 text-sm">
          <Toggle
            label="Only those I have not looked at"
            on={filter.seen === 'false'}
            onChange={(on) => change({ seen: on ? 'false' : undefined })}
          />
          <Toggle
            label="Leave out what I rejected"
            on={settings.hidesRejected}
            onChange={(hidesRejected) => changeSettings({ hidesRejected })}
          />
          <Toggle
            label="Go on after each mark"
            on={settings.goesOn}
            onChange={(goesOn) => changeSettings({ goesOn })}
          />
          <Toggle
            label="Films begin by themselves"
            on={settings.plays}
            onChange={(plays) => changeSettings({ plays })}
          />
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
        <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
      </Page>
    </InRole>
  )
}

interface MarkOfPalette extends Pick<Command, 'name' | 'icon' | 'keys'> {
  change: { flag?: MarkFlag; stars?: number }
}

const marksOfPalette: MarkOfPalette[] = [
  { name: 'Reject', icon: X, keys: 'X', change: { flag: 'rejected' } },
  { name: 'Shortlist', icon: Bookmark, keys: 'S', change: { flag: 'shortlisted' } },
  { name: 'No flag', icon: FlagOff, keys: 'U', change: { flag: 'none' } },
  ...[1, 2, 3, 4, 5].map(
    (stars): MarkOfPalette => ({
      name: counted(stars, 'star'),
      icon: Star,
      keys: String(stars),
      change: { stars },
    }),
  ),
  { name: 'No stars', icon: StarOff, keys: '0', change: { stars: 0 } },
]

/** Nothing moves while one goes through them. */
const whatIsNewWaits = {
  seenUntil: () => Number.POSITIVE_INFINITY,
  onArrival: () => {},
  onWaiting: () => {},
}

function nameOf(card: AssetCard, place: number, total: number | undefined): string {
  return `${takeName(card)}, ${place + 1} of ${total ?? '?'}, ${(card.title || card.prompt).slice(0, 120)}`
}

/** What was marked meanwhile is no longer in a list that goes by marks, once one comes back to it. */
function useForgotten(sceneDbId: string, view: BoardView): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { mark, stars, filmStars, seen } = view
    const goesByMarks = [mark, stars, filmStars, seen].some((one) => one !== undefined)
    return () => {
      if (goesByMarks) queryClient.removeQueries({ queryKey: boardKey(sceneDbId, view), exact: true })
    }
  }, [queryClient, sceneDbId, view])
}

/** That one has looked at it, once it was seen for a moment. */
function useLook(card: AssetCard | undefined, looked: () => void): void {
  const look = useDebounced(aLook)
  const id = card?.id
  const isNew = card !== undefined && !card.marks.mine.seen
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with each take
  useEffect(() => {
    if (isNew) look.later(looked)
    return look.cancel
  }, [id, isNew, look])
}

/** Keeps in the address which take it is, once one stays: browsers allow no more than a few changes a second. */
function useAddress(id: string | undefined, keep: (id: string) => void): void {
  const keeping = useDebounced(500)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each take
  useEffect(() => {
    if (id !== undefined) keeping.later(() => keep(id))
  }, [id, keeping])
}

/** How much is left, and what one and the film made of the rest. */
function Counts({ sceneDbId }: { sceneDbId: string }) {
  const counts = useQuery(query('countMarks', { params: { id: sceneDbId } })).data?.data
  if (!counts) return <p className="min-h-5 text-sm text-muted">&nbsp;</p>
  const { total, mine, film } = counts
  const number = (count: number) => count.toLocaleString()
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted tabular-nums">
      <span className="font-semibold text-ink">
        {number(mine.unseen)} of {number(total)} left
      </span>
      <span>
        Mine: {number(mine.shortlisted)} shortlisted, {number(mine.rejected)} rejected
      </span>
      <span>
        The film’s: {number(film.shortlisted)} shortlisted, {number(film.rejected)} rejected
      </span>
    </p>
  )
}

function Toggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <span className="flex items-center gap-2.5">
      <Switch label={label} checked={on} onChange={onChange} />
      <span aria-hidden>{label}</span>
    </span>
  )
}

interface NothingProps {
  unseen: boolean
  narrowed: boolean
  onAll: () => void
  board: ReactNode
}

function Nothing({ unseen, narrowed, onAll, board }: NothingProps) {
  if (!narrowed) {
    return (
      <Empty icon={Aperture} title="No takes yet" action={board}>
        What is captured into this scene can be gone through here.
      </Empty>
    )
  }
  return (
    <Empty
      icon={unseen ? CircleCheck : SearchX}
      title={unseen ? 'You have looked at all of them' : 'No take is left'}
      action={
        <>
          <Button look="primary" onClick={onAll}>
            Show all takes
          </Button>
          {board}
        </>
      }
    />
  )
}
