import type { CutEntry, CutSettings } from '@dailies/contract/cut.ts'
import type { ProjectOverview } from '@dailies/contract/production.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, History, Settings2, ShieldCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { outdate } from '../../api/queries.ts'
import { ExportDialog } from '../../exports/lazy-export-dialog.ts'
import { FilmPicture } from '../../film/film-picture.tsx'
import { isSeen, newFilmPlayer } from '../../film/film-sources.ts'
import { FilmStrip } from '../../film/film-strip.tsx'
import { FilmTransport } from '../../film/film-transport.tsx'
import { planOf, sourceFrame } from '../../film/plan.ts'
import { useDrawnOnFilm } from '../../film/use-drawn-on-film.tsx'
import { useFilmControls } from '../../film/use-film-controls.ts'
import { useFilmState } from '../../film/use-film-state.ts'
import { useCommands } from '../../palette/commands.ts'
import { ReviewLink } from '../../production/review-link.tsx'
import { useDecisions } from '../../takes/use-decisions.ts'
import * as Reviews from '../../together/lazy-reviews.ts'
import { ReviewTogether } from '../../together/review-together.tsx'
import { filmScreen } from '../../together/screens.ts'
import { useKeys } from '../../ui/keys.ts'
import { type Crumb, Page } from '../../ui/page.tsx'
import { CutChangesDialog } from './cut-changes.tsx'
import { CutSettingsDialog } from './cut-settings-dialog.tsx'
import { FilmNote } from './film-note.tsx'
import { TakeSteps } from './take-steps.tsx'
import { useFilmNotes } from './use-film-notes.ts'
import { useFilmTogether } from './use-film-together.ts'
import { useTakes } from './use-takes.ts'
import { useTried } from './use-tried.ts'
import { useTrim } from './use-trim.ts'

interface FilmStageProps {
  title: string
  crumbs: Crumb[]
  project: ProjectOverview
  entries: CutEntry[]
  settings: CutSettings
  /** What of the film is played: an act or a scene; else all of it. */
  part: { act?: string | undefined; scene?: string | undefined }
  /** Somebody pressed Play to come here. */
  begins: boolean
  onBegun: () => void
}

/** The film with all that moves through it and decides in it. */
export function FilmStage({ title, crumbs, project, entries, settings, part, ...rest }: FilmStageProps) {
  const { begins, onBegun } = rest
  const queryClient = useQueryClient()
  const { shown, tryIn } = useTried(entries, settings)
  const plan = useMemo(() => planOf(shown, settings), [shown, settings])
  const [player] = useState(() => newFilmPlayer(plan))
  const screen = useRef<HTMLDivElement>(null)
  const { burnIn, keys, buttons } = useFilmControls({ player, plan, screen, burnsIn: true })
  const [open, setOpen] = useState<'settings' | 'changes' | 'export'>()
  useEffect(() => player.setPlan(plan), [player, plan])
  const begin = useEffectEvent(() => {
    if (!begins) return
    // No browser plays sound for somebody who has pressed nothing yet.
    if (navigator.userActivation?.hasBeenActive) player.play()
    onBegun()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as it is asked for
  useEffect(() => begin(), [begins])

  const place = useFilmState(player, (state) => Math.min(state.place, shown.length - 1))
  const entry = shown[place]!
  const chosen = entries[place]!
  const { takes, areKnown } = useTakes(chosen)
  const decisions = useDecisions()
  const trim = useTrim()
  const mayEdit = mayAs(project.role, 'editor')
  const isTried = entry !== chosen
  const at = takes.findIndex(({ id }) => id === entry.version?.assetVersionId)

  const tryTake = (by: 1 | -1) => {
    const take = takes[at === -1 ? (by > 0 ? 0 : takes.length - 1) : at + by]
    if (take) tryIn(chosen, take)
  }
  const select = () => {
    const take = takes[at]
    if (!take || take.selected) return
    const scene = { id: chosen.sceneDbId, sceneId: chosen.sceneId }
    decisions.toggleWinner({ ...take, project, scene })
  }
  const isWinner = takes[at]?.selected ?? false
  // What became the winner is in the cut from now on, with its own length.
  useEffect(() => {
    if (!isTried || !isWinner) return
    void outdate(queryClient, 'readCut').then(() => tryIn(chosen, undefined))
  }, [isTried, isWinner, chosen, queryClient, tryIn])

  const mayComment = mayAs(project.role, 'reviewer') && entry.version !== null
  const notes = useFilmNotes({ player, plan, entry })
  const led = useFilmTogether({
    ...{ player, plan, entries, shapes: notes.shapes, onTry: tryIn },
    screen: filmScreen(part),
  })
  const drawn = useDrawnOnFilm({
    ...{ player, plan, entry, led, stage: notes.stage, mayDraw: mayComment },
  })
  const comment = () => notes.begin({ draws: false })
  const draw = () => notes.begin({ draws: true })
  const source = () => sourceFrame(plan, entry, player.read().frame)
  const setIn = () => void trim.set(chosen, { in: source() })
  const setOut = () => void trim.set(chosen, { out: source() + 1 })
  const mayTrim = mayEdit && !isTried && chosen.version !== null && chosen.shotId !== null
  useKeys({
    ...keys,
    arrowup: () => tryTake(1),
    arrowdown: () => tryTake(-1),
    ...(mayTrim && { i: setIn, o: setOut }),
    ...(mayEdit && { s: select, enter: select }),
    ...(mayComment && { c: comment, ...(isSeen(entry) && { d: draw }) }),
  })

  useCommands(() => [
    { name: 'Play or pause', keys: 'Space', run: () => player.toggle() },
    ...(takes.length > 1
      ? [
          { name: 'Next take', of: 'of this shot', keys: '↑', run: () => tryTake(1) },
          { name: 'Take before', of: 'of this shot', keys: '↓', run: () => tryTake(-1) },
        ]
      : []),
    ...(mayEdit && takes[at] && !isWinner ? [{ name: 'Select as winner', keys: 'S', run: select }] : []),
    ...(mayTrim
      ? [
          { name: 'The shot begins here', keys: 'I', run: setIn },
          { name: 'The shot ends here', keys: 'O', run: setOut },
        ]
      : []),
    ...(mayComment ? [{ name: 'Comment', keys: 'C', run: comment }] : []),
    ...(mayComment && isSeen(entry) ? [{ name: 'Draw', keys: 'D', run: draw }] : []),
    { name: 'Loop', keys: 'R', run: buttons.onLoop },
    { name: 'Burn-in', keys: 'B', run: buttons.onBurnIn },
    { name: 'Sound off or on', keys: 'M', run: buttons.onMute },
    { name: 'Full screen', keys: 'F', run: buttons.onFull },
    { name: 'What changed', icon: History, run: () => setOpen('changes') },
    { name: 'Export', icon: Download, run: () => setOpen('export') },
    ...(mayEdit ? [{ name: 'Settings', icon: Settings2, run: () => setOpen('settings') }] : []),
  ])

  return (
    <Page
      wide
      title={title}
      tab={`${title} · ${project.name}`}
      crumbs={crumbs}
      actions={
        <>
          <ReviewTogether
            projectId={project.id}
            role={project.role}
            plays={part.scene === undefined ? { kind: 'film' } : { kind: 'scene', id: part.scene }}
            name={title === 'Film' ? project.name : title}
          />
          <ReviewLink
            projectId={project.id}
            shows={part.scene === undefined ? { film: 'yes' } : { scene: part.scene }}
          />
          <Button icon={History} onClick={() => setOpen('changes')}>
            What changed
          </Button>
          <Link
            to="/projects/$projectId/rights-sheet"
            params={{ projectId: project.id }}
            className={buttonLook()}
          >
            <ShieldCheck size={16} aria-hidden />
            Rights sheet
          </Link>
          <Button icon={Download} onClick={() => setOpen('export')}>
            Export
          </Button>
          {mayEdit && (
            <Button icon={Settings2} onClick={() => setOpen('settings')}>
              Settings
            </Button>
          )}
        </>
      }
    >
      <Reviews.Banner projectId={project.id} role={project.role} />
      <div ref={screen} tabIndex={-1} className="film-screen flex flex-col gap-2 bg-canvas outline-none">
        <FilmPicture {...{ player, plan, entry, burnIn }} overlay={drawn.overlay} />
        {drawn.below}
        <FilmTransport {...{ player, plan, burnIn, entry }} {...buttons} />
        <TakeSteps
          {...{ takes, areKnown, at, entry, isTried, mayEdit, mayTrim, isWinner }}
          onComment={mayComment ? comment : undefined}
          onDraw={mayComment && isSeen(entry) ? draw : undefined}
          onStep={tryTake}
          onSelect={select}
          onIn={setIn}
          onOut={setOut}
          onWhole={() => void trim.clear(chosen)}
        />
        {notes.note && (
          <FilmNote
            key={`${notes.note.entry.version?.assetVersionId} ${notes.note.frame}`}
            note={notes.note}
            projectId={project.id}
            onClose={notes.end}
          />
        )}
      </div>
      <FilmStrip entries={shown} place={place} onGo={player.seek} />
      <p className="hidden text-sm text-muted lg:block">
        space play · J K L back, stop, on · ← → frames · , . shots · ↑ ↓ takes
        {mayComment && ' · C comment · D draw'}
        {mayEdit && ' · S select · I O in and out'} · R loop · B burn-in · M mute · F full screen
      </p>
      {decisions.warning}
      <CutSettingsDialog
        open={open === 'settings'}
        onClose={() => setOpen(undefined)}
        projectId={project.id}
        settings={settings}
      />
      {open === 'export' && (
        <ExportDialog
          onClose={() => setOpen(undefined)}
          projectId={project.id}
          what={{ of: 'film', ...part }}
          mayAsk={mayEdit}
        />
      )}
      <CutChangesDialog open={open === 'changes'} onClose={() => setOpen(undefined)} projectId={project.id} />
    </Page>
  )
}
