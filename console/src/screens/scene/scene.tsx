import type { AssetCard } from '@dailies/contract/board.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { usePrefetchQuery, useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Dropped } from '../../drops/dropped.ts'
import { DropDialog } from '../../drops/lazy-drop-dialog.ts'
import { InRole } from '../../production/role.tsx'
import { type Board, boardQuery, sceneQueries } from '../../takes/board.ts'
import type { BoardSearch } from '../../takes/board-search.ts'
import { useBroughtBack } from '../../takes/brought-back.ts'
import { type TrayItem, useTray } from '../../takes/tray.ts'
import * as Reviews from '../../together/lazy-reviews.ts'
import { scrubEvent } from '../../ui/filmstrip.tsx'
import { Failed } from '../../ui/states.tsx'
import { DropZone } from '../../uploads/drop-zone.tsx'
import { useUploadedIds } from '../../uploads/uploads.ts'
import { takeElementId } from './addresses.ts'
import { EmptyScene, NoMatch } from './board-empty.tsx'
import { BoardGrid, type GridHandle } from './board-grid.tsx'
import { CompareTray } from './compare-tray.tsx'
import { FilterBar } from './filter-bar.tsx'
import { countOfFilters, noFilters } from './filters.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { PlaylistOfThese } from './playlist-of-these.tsx'
import { SceneHeader } from './scene-header.tsx'
import { ShotRail } from './shot-rail.tsx'
import { stopSound } from './sound.ts'
import { useArrivals } from './use-arrivals.ts'
import { useBoard } from './use-board.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useChanges } from './use-changes.ts'
import { useNeighbours } from './use-neighbours.ts'
import { usePlace } from './use-place.ts'
import { useTakeCommands } from './use-take-commands.tsx'

const route = getRouteApi('/signed-in/scenes/$sceneId')

/** A scene: all takes of it, to look through, pick from and approve. */
export function Scene() {
  const { sceneId } = route.useParams()
  return <SceneBoard key={sceneId} sceneDbId={sceneId} />
}

function SceneBoard({ sceneDbId }: { sceneDbId: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { at, ...filter } = search
  const { scene, shots, facets } = useScene(sceneDbId, filter)
  const { board, view, changing, error, retry, want, moreError, again, showWaiting } = useBoard(
    sceneDbId,
    filter,
  )
  const neighbours = useNeighbours(scene.project.id, sceneDbId)
  const tray = useTray(sceneDbId)
  const place = usePlace()
  const { arrived, message, announce, onArrival, onWaiting } = useArrivals()
  const [keysShown, setKeysShown] = useState(false)
  const grid = useRef<GridHandle>(null)
  const [wanted, setWanted] = useState<string[]>()
  const [asked, setAsked] = useState<{ dropped: Dropped; shotId: string | undefined }>()
  useEffect(() => {
    if (!wanted || !board?.cards.some(({ id }) => wanted.includes(id))) return
    grid.current?.moveToFirst(wanted)
    setWanted(undefined)
  }, [board, wanted])
  const seenUntil = useCallback(() => grid.current?.seenUntil() ?? 0, [])
  const picked = useMemo(() => new Set(tray.map(({ id }) => id)), [tray])
  const mayDecide = mayAs(scene.project.role, 'editor')
  const shownTray = useTrayAsItIs(tray, board)
  const { run, overlays } = useTakeCommands({
    projectId: scene.project.id,
    sceneDbId,
    mayDecide,
    picked,
    groups: useMemo(() => facets.compareGroups.map(({ value }) => value), [facets]),
    announce,
    beforeLeaving: place.keep,
  })

  useChanges(sceneDbId, view, board !== undefined && !changing, { seenUntil, onArrival, onWaiting })
  useTitle(`Scene ${scene.sceneId}`)
  useBackToTop(board?.view)
  useEffect(() => stopSound, [])
  useOwnComeIn(board?.waiting, showWaiting)
  const showNew = () => {
    const ids = board?.waiting.map(({ id }) => id) ?? []
    if (ids.length === 0) return
    showWaiting()
    setWanted(ids)
    onArrival(ids)
  }
  useBoardKeys({
    move: (to) => grid.current?.move(to),
    act: (what) => {
      const card = grid.current?.marked()
      if (!card) return
      grid.current?.move('here')
      const element = document.getElementById(takeElementId(card.id))
      if (element) run(what, card, element)
    },
    scrub: (frames) => {
      const id = grid.current?.marked()?.id
      const element = id && document.getElementById(takeElementId(id))
      if (element) element.dispatchEvent(new CustomEvent(scrubEvent, { detail: frames }))
    },
    showKeys: () => setKeysShown(true),
    showNew,
    neighbour: (which) => {
      const to = neighbours[which]
      if (to) void navigate({ to: '/scenes/$sceneId', params: { sceneId: to.id }, search: {} })
    },
  })

  const change = (next: BoardSearch) => {
    place.forget()
    const typed = 'q' in next && Object.keys(next).length === 1
    void navigate({
      search: (before) => ({ ...before, ...next, at: undefined }),
      replace: typed,
      resetScroll: false,
    })
  }

  const shotCodes = useMemo(
    () => (filter.shotId ? undefined : new Map(shots.map(({ id, shotCode }) => [id, shotCode]))),
    [shots, filter.shotId],
  )
  const addFiles = mayDecide
    ? (dropped: Dropped, shotId: string | undefined) => setAsked({ dropped, shotId })
    : undefined
  const shownShot = shots.some(({ id }) => id === search.shotId) ? search.shotId : undefined
  const pictured = usePictured(board)
  const shown = board ?? unloaded(facets.total)
  const matches = board ? board.total + board.waiting.length : 0
  const none = board && matches === 0
  return (
    <InRole role={scene.project.role}>
      <div className="flex flex-1 flex-col">
        <div className="flex flex-1 flex-col gap-4 px-4 pt-5 sm:px-6 lg:px-8">
          <SceneHeader
            scene={scene}
            neighbours={neighbours}
            onFiles={addFiles && ((dropped) => addFiles(dropped, shownShot))}
            onShowKeys={() => setKeysShown(true)}
          />
          <Reviews.Banner projectId={scene.project.id} role={scene.project.role} />
          <div className="flex min-w-0 flex-col gap-x-6 lg:flex-row">
            <ShotRail
              sceneDbId={sceneDbId}
              shots={shots}
              facets={facets}
              takes={pictured}
              shotId={search.shotId}
              onFiles={addFiles}
            />
            <DropZone
              label={`Drop files to add them to scene ${scene.sceneId}`}
              onFiles={addFiles && ((dropped) => addFiles(dropped, shownShot))}
              className="min-w-0 flex-1"
            >
              <FilterBar
                search={search}
                facets={facets}
                matches={board && !changing ? matches : undefined}
                onChange={change}
              >
                <PlaylistOfThese
                  projectId={scene.project.id}
                  sceneDbId={sceneDbId}
                  search={search}
                  matches={board && !changing ? matches : 0}
                />
              </FilterBar>
              <NewTakes count={board?.waiting.length ?? 0} onShow={showNew} />
              <div data-board className={`pt-4 pb-10 transition-opacity ${changing ? 'opacity-50' : ''}`}>
                {error ? (
                  <BoardFailed
                    error={error}
                    onRetry={retry}
                    onClear={
                      countOfFilters(search, { withShot: true }) > 0 ? () => change(noFilters) : undefined
                    }
                  />
                ) : none ? (
                  facets.total === 0 && countOfFilters(search, { withShot: true }) === 0 ? (
                    <EmptyScene
                      scene={scene}
                      onFiles={addFiles && ((dropped) => addFiles(dropped, shownShot))}
                    />
                  ) : (
                    <NoMatch onClear={() => change(noFilters)} />
                  )
                ) : (
                  <BoardGrid
                    key={board ? JSON.stringify(board.view) : 'loading'}
                    sceneDbId={sceneDbId}
                    board={shown}
                    at={at}
                    picked={picked}
                    arrived={arrived}
                    shotCodes={shotCodes}
                    byWhom={facets.people.length > 1}
                    busy={!board || changing}
                    want={want}
                    onMark={place.mark}
                    onDo={run}
                    handle={grid}
                  />
                )}
                {moreError !== undefined && <MoreFailed onRetry={again} />}
              </div>
            </DropZone>
          </div>
          <CompareTray projectId={scene.project.id} sceneDbId={sceneDbId} tray={shownTray} />
        </div>
        <p role="status" className="sr-only">
          {message}
        </p>
        {overlays}
        {asked && (
          <DropDialog
            projectId={scene.project.id}
            place={{ scene: { id: scene.id, sceneId: scene.sceneId }, shotId: asked.shotId }}
            dropped={asked.dropped}
            onClose={() => setAsked(undefined)}
          />
        )}
        <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
      </div>
    </InRole>
  )
}

/** All that the screen cannot do without, asked for at once. */
function useScene(sceneDbId: string, view: BoardSearch) {
  usePrefetchQuery(boardQuery(sceneDbId, view))
  const [scene, shots, facets] = useSuspenseQueries({ queries: sceneQueries(sceneDbId) })
  return { scene: scene.data.data, shots: shots.data.data, facets: facets.data.data }
}

/** As many places as there are takes, until the first of them are there. */
function unloaded(total: number): Board {
  return { view: {}, cards: [], nextCursor: null, total: Math.max(total, 1), until: '', waiting: [] }
}

function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Dailies`
  }, [title])
}

/** What is shown by another filter is shown from its beginning. */
function useBackToTop(view: object | undefined) {
  const before = useRef(view)
  useLayoutEffect(() => {
    if (before.current && view && before.current !== view) {
      const element = document.querySelector('[data-board]')
      const top = (element?.getBoundingClientRect().top ?? 0) + window.scrollY
      const bar = document.querySelector('[data-covers="top"]')?.getBoundingClientRect().height ?? 0
      if (window.scrollY > top - bar) window.scrollTo({ top: top - bar, behavior: 'instant' })
    }
    before.current = view
  }, [view])
}

/** The first takes of the board as it was loaded first, whatever it was filtered by since. */
function usePictured(board: Board | undefined): AssetCard[] {
  const [pictured, setPictured] = useState<AssetCard[]>([])
  if (pictured.length === 0 && board && board.cards.length > 0) setPictured(board.cards.slice(0, 12))
  return pictured
}

/** What was picked, as the board has it now: what became of its media since. */
function useTrayAsItIs(tray: TrayItem[], board: Board | undefined): TrayItem[] {
  return useMemo(() => {
    const ids = new Set(tray.map(({ id }) => id))
    const cards = new Map(board?.cards.filter(({ id }) => ids.has(id)).map((card) => [card.id, card]))
    return tray.map((item) => cards.get(item.id) ?? item)
  }, [tray, board])
}

/** What was added or brought back from this page comes in by itself: whoever did that looks for it. */
function useOwnComeIn(
  waiting: Board['waiting'] | undefined,
  showWaiting: (only: ReadonlySet<string>) => void,
): void {
  const added = useUploadedIds()
  const broughtBack = useBroughtBack()
  useEffect(() => {
    const own = waiting?.flatMap(({ id }) => (added.has(id) || broughtBack.has(id) ? id : [])) ?? []
    if (own.length > 0) showWaiting(new Set(own))
  }, [waiting, added, broughtBack, showWaiting])
}

/** Takes that came meanwhile: they come in when they are asked for, so that nothing moves by itself. */
function NewTakes({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <div className="sticky top-28 z-20 flex h-0 justify-center overflow-visible lg:top-24">
      <Button
        look="primary"
        icon={ArrowUp}
        className="-translate-y-9 !rounded-full shadow-lg"
        onClick={onShow}
      >
        {count} new
        <span className="sr-only">{count === 1 ? ' take' : ' takes'}: show</span>
        <kbd
          aria-hidden
          className="rounded border border-current px-1.5 font-mono text-xs pointer-coarse:hidden"
        >
          N
        </kbd>
      </Button>
    </div>
  )
}

function BoardFailed({
  error,
  onRetry,
  onClear,
}: {
  error: unknown
  onRetry: () => void
  onClear: (() => void) | undefined
}) {
  return (
    <div className="flex flex-col items-center gap-3">
      <Failed error={error} onRetry={onRetry} />
      {onClear && <Button onClick={onClear}>Clear filters</Button>}
    </div>
  )
}

function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="sticky bottom-20 z-20 mx-auto flex w-fit items-center gap-3 rounded-xl border border-danger bg-danger-soft py-2 pr-2 pl-4 text-danger shadow-lg"
    >
      Some takes could not be loaded.
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
