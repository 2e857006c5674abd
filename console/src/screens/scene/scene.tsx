import type { AssetCard } from '@dailies/contract/board.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { notify } from '@dailies/ui/notices.ts'
import { usePrefetchQuery, useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dropped } from '../../drops/dropped.ts'
import { DropDialog } from '../../drops/lazy-drop-dialog.ts'
import { InRole } from '../../production/role.tsx'
import { type Board, type BoardView, boardQuery, sceneQueries, stackOf } from '../../takes/board.ts'
import { countOfFilters, noFilters } from '../../takes/board-filters.ts'
import type { BoardSearch } from '../../takes/board-search.ts'
import type { Laid } from '../../takes/open-stacks.ts'
import { forgetChanges } from '../../takes/own-changes.ts'
import { stackedView } from '../../takes/remembered-stacks.ts'
import { addToTray, setTray, type TrayItem, useTray } from '../../takes/tray.ts'
import { useBoard } from '../../takes/use-board.ts'
import { useChangeMany } from '../../takes/use-change-many.ts'
import { useChanges } from '../../takes/use-changes.ts'
import * as Reviews from '../../together/lazy-reviews.ts'
import { counted } from '../../ui/counted.ts'
import { scrubEvent } from '../../ui/filmstrip.tsx'
import { useTitle } from '../../ui/page.tsx'
import { DropZone } from '../../uploads/drop-zone.tsx'
import { takeElementId } from './addresses.ts'
import { EmptyScene, NoMatch } from './board-empty.tsx'
import { BoardGrid, type GridHandle } from './board-grid.tsx'
import { BoardFailed, MoreFailed, NewTakes } from './board-notices.tsx'
import { CompareTray } from './compare-tray.tsx'
import { FilterBar } from './filter-bar.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { useBoardLayout } from './layout.ts'
import { LayoutControl } from './layout-control.tsx'
import { PlaylistOfThese } from './playlist-of-these.tsx'
import { SceneHeader } from './scene-header.tsx'
import { ShotRail } from './shot-rail.tsx'
import { stopSound } from './sound.ts'
import { useAllThatMatch } from './use-all-that-match.ts'
import { useArrivals } from './use-arrivals.ts'
import { useBackToTop } from './use-back-to-top.ts'
import { useBoardCommands } from './use-board-commands.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useOwnComeIn } from './use-own-come-in.ts'
import { usePlace } from './use-place.ts'
import { foldedBy, laidCards, unloaded, useStacks } from './use-stacks.ts'
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
  const [layout, changeLayout] = useBoardLayout()
  const asked: BoardView = layout.stacked ? stackedView(filter) : filter
  const { scene, shots, facets } = useScene(sceneDbId, asked)
  const { board, view, changing, error, retry, want, moreError, again, showWaiting } = useBoard(
    sceneDbId,
    asked,
  )
  const [wanted, setWanted] = useState<string[]>()
  const stacks = useStacks(sceneDbId, board, {
    want,
    at: asked.stacked && at,
    onFound: (id) => !isOnBoard() && setWanted([id]),
  })
  const { laid } = stacks
  const neighbours = useNeighbours(scene.project.id, sceneDbId)
  const tray = useTray(sceneDbId)
  const place = usePlace()
  const { arrived, message, announce, onArrival, onWaiting } = useArrivals()
  const changeView = () => changeLayout({ view: layout.view === 'grid' ? 'list' : 'grid' })
  const [keysShown, setKeysShown] = useState(false)
  const grid = useRef<GridHandle>(null)
  const [dropped, setDropped] = useState<{ dropped: Dropped; shotId: string | undefined }>()
  useEffect(() => {
    if (!wanted || !laid?.cards.some((card) => card && wanted.includes(card.id))) return
    grid.current?.moveToFirst(wanted)
    setWanted(undefined)
  }, [laid, wanted])
  const facesUntil = laid?.facesUntil
  const seenUntil = useCallback(() => facesUntil?.(grid.current?.seenUntil() ?? 0) ?? 0, [facesUntil])
  const picked = useMemo(() => new Set(tray.map(({ id }) => id)), [tray])
  const mayDecide = mayAs(scene.project.role, 'editor')
  const shownTray = useTrayAsItIs(tray, laid)
  const groups = useMemo(() => facets.compareGroups.map(({ value }) => value), [facets])
  const many = useChangeMany(scene.project.id)
  // What was changed on another screen, or is changed on the next, is not of this board.
  useEffect(() => {
    forgetChanges()
    return forgetChanges
  }, [])
  const cards = useMemo(() => laidCards(laid), [laid])
  const everything = useAllThatMatch(sceneDbId, { board, cards, tray })
  const { run, itemsOf, overlays } = useTakeCommands({
    projectId: scene.project.id,
    sceneDbId,
    mayDecide,
    picked,
    toggleStack,
    cardsOfBoard: () => cards,
    marked: () => grid.current?.marked(),
    groups,
    announce,
    beforeLeaving: place.keep,
  })

  useChanges(sceneDbId, view, board !== undefined && !changing, { seenUntil, onArrival, onWaiting })
  useTitle(`Scene ${scene.sceneId}`)
  useBackToTop(board?.view)
  useEffect(() => stopSound, [])
  useOwnComeIn(laid?.waiting, showWaiting)
  const showNew = () => {
    const ids = laid?.waiting.map(({ id }) => id) ?? []
    if (ids.length === 0) return
    showWaiting()
    setWanted(ids)
    onArrival(ids)
  }
  function toggleStack(card: AssetCard) {
    const shotId = stackOf(card)
    const face = board?.cards.find((one) => stackOf(one) === shotId)
    if (!face || !board?.view.stacked || (face.stackCount ?? 1) === 1) return
    const isOpen = stacks.open.has(shotId)
    stacks.toggle(shotId)
    // What lay open is not there any more: the keyboard goes to the face.
    if (isOpen && card.id !== face.id) grid.current?.moveToFirst([face.id])
    announce(isOpen ? 'The stack is closed' : `The stack is open: ${counted(face.stackCount!, 'take')}`)
  }
  // The keyboard stays on the take, or comes to the face of its stack.
  const [kept, setKept] = useState<AssetCard>()
  const mayStack = filter.shotId === undefined
  const changeStacks = () => {
    if (!mayStack) return notify('The takes of one shot are not stacked: show all shots first')
    if (isOnBoard()) setKept(grid.current?.marked())
    changeLayout({ stacked: !layout.stacked })
  }
  useEffect(() => {
    if (!kept || !board || changing) return
    setKept(undefined)
    const same = board.cards.find(({ id }) => id === kept.id)
    const place = same ?? board.cards.find((card) => stackOf(card) === stackOf(kept))
    if (place) grid.current?.moveToFirst([place.id])
  }, [kept, board, changing])
  const chooseLoaded = () => {
    addToTray(sceneDbId, cards)
    announce(`${counted(cards.length, 'take')} ${cards.length === 1 ? 'is' : 'are'} chosen`)
  }
  const chooseTouched = (touched: AssetCard[], adds: boolean) => {
    if (adds) return addToTray(sceneDbId, touched)
    everything.forget()
    setTray(sceneDbId, touched)
  }
  const goToNeighbour = (which: 'previous' | 'next') => {
    const to = neighbours[which]
    if (to) void navigate({ to: '/scenes/$sceneId', params: { sceneId: to.id }, search: {} })
  }
  const goToTriage = async () => {
    const at = grid.current?.marked()?.id ?? search.at
    await place.keep()
    void navigate({
      to: '/scenes/$sceneId/triage',
      params: { sceneId: sceneDbId },
      search: { ...filter, at },
    })
  }
  const goToContactSheet = async () => {
    await place.keep()
    void navigate({ to: '/scenes/$sceneId/contact-sheet', params: { sceneId: sceneDbId }, search: filter })
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
    neighbour: goToNeighbour,
    chooseAll: chooseLoaded,
    undo: () => mayDecide && void many.undoLast(),
    triage: goToTriage,
    changeView,
    changeStacks,
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

  useBoardCommands({
    marked: () => grid.current?.marked(),
    itemsOf,
    search,
    layout,
    neighbours,
    mayDecide,
    hasNew: laid !== undefined && laid.waiting.length > 0,
    showNew,
    clearFilters: () => change(noFilters),
    goToNeighbour,
    changeView,
    changeStacks: mayStack ? changeStacks : undefined,
    changeLayout,
    goToContactSheet,
    goToTriage,
    chooseLoaded,
    undo: () => void many.undoLast(),
    showKeys: () => setKeysShown(true),
  })

  const shotCodes = useMemo(
    () => (filter.shotId ? undefined : new Map(shots.map(({ id, shotCode }) => [id, shotCode]))),
    [shots, filter.shotId],
  )
  const addFiles = mayDecide
    ? (dropped: Dropped, shotId: string | undefined) => setDropped({ dropped, shotId })
    : undefined
  const shownShot = shots.some(({ id }) => id === search.shotId) ? search.shotId : undefined
  const pictured = usePictured(board)
  const shown = laid ?? unloaded(facets.total)
  const matches = board ? (board.takes ?? board.total + board.waiting.length) : 0
  const none = board && matches === 0
  return (
    <InRole role={scene.project.role}>
      <div className="flex flex-1 flex-col">
        <div className="flex flex-1 flex-col gap-4 px-4 pt-5 sm:px-6 lg:px-8">
          <SceneHeader
            search={search}
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
                stacks={board?.view.stacked && board.total}
                onChange={change}
              >
                <PlaylistOfThese
                  projectId={scene.project.id}
                  sceneDbId={sceneDbId}
                  search={search}
                  matches={board && !changing ? matches : 0}
                />
                <LayoutControl
                  layout={layout}
                  onChange={changeLayout}
                  onStacks={mayStack ? changeStacks : undefined}
                  onContactSheet={goToContactSheet}
                />
              </FilterBar>
              <NewTakes count={laid?.waiting.length ?? 0} onShow={showNew} />
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
                    key={JSON.stringify(board?.view ?? view)}
                    sceneDbId={sceneDbId}
                    board={shown}
                    layout={layout}
                    sort={search.sort ?? 'newest'}
                    onSort={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
                    at={at}
                    openStacks={stacks.open}
                    picked={picked}
                    arrived={arrived}
                    shotCodes={shotCodes}
                    byWhom={facets.people.length > 1}
                    busy={!board || changing}
                    want={stacks.want}
                    onMark={place.mark}
                    onDo={run}
                    onLasso={chooseTouched}
                    handle={grid}
                  />
                )}
                {moreError !== undefined && <MoreFailed error={moreError} onRetry={again} />}
                {stacks.error !== undefined && <MoreFailed error={stacks.error} onRetry={stacks.again} />}
              </div>
            </DropZone>
          </div>
          <CompareTray
            projectId={scene.project.id}
            sceneDbId={sceneDbId}
            tray={shownTray}
            matches={board && !changing ? (board.takes ?? board.total) : 0}
            folded={everything.all ? 0 : foldedBy(tray, board, stacks.open)}
            all={everything.all}
            onChooseAll={everything.chooseAll}
            onSpellOut={everything.spellOut}
            onChanged={everything.settle}
            shots={shots}
            groups={groups}
            many={many}
          />
        </div>
        <p role="status" className="sr-only">
          {message}
        </p>
        {overlays}
        {dropped && (
          <DropDialog
            projectId={scene.project.id}
            place={{ scene: { id: scene.id, sceneId: scene.sceneId }, shotId: dropped.shotId }}
            dropped={dropped.dropped}
            onClose={() => setDropped(undefined)}
          />
        )}
        <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
      </div>
    </InRole>
  )
}

/** All that the screen cannot do without, asked for at once. */
function useScene(sceneDbId: string, view: BoardView) {
  usePrefetchQuery(boardQuery(sceneDbId, view))
  const [scene, shots, facets] = useSuspenseQueries({ queries: sceneQueries(sceneDbId) })
  return { scene: scene.data.data, shots: shots.data.data, facets: facets.data.data }
}

/** Whether the keyboard is on one of the takes. */
function isOnBoard(): boolean {
  return document.activeElement?.closest('[data-takes]') != null
}

/** The first takes of the board as it was loaded first, whatever it was filtered by since. */
function usePictured(board: Board | undefined): AssetCard[] {
  const [pictured, setPictured] = useState<AssetCard[]>([])
  if (pictured.length === 0 && board && board.cards.length > 0) setPictured(board.cards.slice(0, 12))
  return pictured
}

/** What was picked, as the board has it now: what became of its media since. */
function useTrayAsItIs(tray: TrayItem[], laid: Laid | undefined): TrayItem[] {
  return useMemo(() => {
    const ids = new Set(tray.map(({ id }) => id))
    const cards = new Map(laidCards(laid).flatMap((card) => (ids.has(card.id) ? [[card.id, card]] : [])))
    return tray.map((item) => cards.get(item.id) ?? item)
  }, [tray, laid])
}
