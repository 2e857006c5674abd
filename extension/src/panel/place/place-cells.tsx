import { ChevronDown } from 'lucide-react'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import type { PlaceStep } from './choose-place.tsx'
import type { ChosenPlace } from './chosen-place.ts'

interface PlaceCellsProps {
  place: ChosenPlace | undefined
  /** Without, for a single capture: that has tags. */
  withCharacter?: boolean
  /** Stands in the place of the project where there is no place. */
  empty?: string
  /** On top, as on the clapper of a slate: they move while captures are being sent. */
  stripes?: 'still' | 'moving'
  onStep: (step: PlaceStep) => void
}

/** Project, scene, shot and character as they stand on a slate; each opens what it is chosen from. */
export function PlaceCells({
  place,
  withCharacter = false,
  empty = text('panelChoose'),
  stripes,
  onStep,
}: PlaceCellsProps) {
  const projects = useList('projects', '').items
  const scene = useList('scenes', place?.projectId).items?.find(({ id }) => id === place?.sceneDbId)
  const shots = useList('shots', place?.sceneDbId || undefined).items
  const project = projects?.find(({ id }) => id === place?.projectId)
  const shot = shots?.find(({ id }) => id === place?.shotId)
  const isShotGone = place?.shotId && shots && !shot
  return (
    <div className="grid grid-cols-6 gap-px overflow-hidden rounded-lg border border-line bg-line">
      {stripes && (
        <div
          aria-hidden
          className={`col-span-6 h-1.5 ${stripes === 'moving' ? 'animate-stripes slate-stripes' : 'slate-stripes-still'}`}
        />
      )}
      <Cell
        className="col-span-6"
        label={text('panelProject')}
        value={project?.name ?? (place ? '…' : empty)}
        onClick={() => onStep('project')}
      />
      {place && (
        <>
          <Cell
            className={withCharacter ? 'col-span-2' : 'col-span-3'}
            label={text('panelScene')}
            value={place.sceneId}
            tip={scene?.storyBeat}
            isNumber
            onClick={() => onStep('scene')}
          />
          <Cell
            className={withCharacter ? 'col-span-2' : 'col-span-3'}
            label={text('panelShot')}
            value={isShotGone ? text('panelShotGone') : place.shotId ? (shot?.shotCode ?? '…') : undefined}
            tip={shot?.description}
            isNumber
            onClick={() => onStep('shot')}
          />
          {withCharacter && (
            <Cell
              className="col-span-2"
              label={text('panelCharacter')}
              value={place.characterName ?? undefined}
              onClick={() => onStep('character')}
            />
          )}
        </>
      )}
    </div>
  )
}

interface CellProps {
  label: string
  /** Undefined: none. */
  value: string | undefined
  tip?: string | null | undefined
  /** A scene's or shot's number, as a slate writes it. */
  isNumber?: boolean
  className: string
  onClick: () => void
}

function Cell({ label, value, tip, isNumber = false, className, onClick }: CellProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={tip ?? value}
      onClick={onClick}
      className={`group min-w-0 bg-raised px-2.5 py-1 text-left -outline-offset-2 hover:bg-sunken ${className}`}
    >
      <span className="flex items-center gap-1 text-xs text-muted">
        <span className="truncate">{label}</span>
        <ChevronDown
          size={12}
          className="shrink-0 opacity-70 group-hover:opacity-100 tiny:hidden"
          aria-hidden
        />
      </span>
      <span
        className={`block truncate leading-5 font-semibold ${value ? (isNumber ? 'font-mono' : '') : 'text-muted'}`}
      >
        {value ?? (
          <>
            <span aria-hidden>–</span>
            <span className="sr-only">{text('panelNone')}</span>
          </>
        )}
      </span>
    </button>
  )
}
