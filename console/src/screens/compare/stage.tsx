import type { AssetVersion } from '@dailies/contract/board.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Award, CircleCheck, Columns2, Layers, Play, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { query } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { useDecisions } from '../../takes/use-decisions.ts'
import { useKeys } from '../../ui/keys.ts'
import { kindOf, sourceOf } from '../../ui/media.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { ZoomControl } from '../../ui/zoom.tsx'
import { arrowKeys, whole, zoomKeys } from '../../ui/zoom-view.ts'
import { Pane, type Size } from './pane.tsx'
import { Playback } from './playback.ts'
import { Transport } from './transport.tsx'

const route = getRouteApi('/signed-in/compare')

const narrow = window.matchMedia('(max-width: 639px)')

/** The usual rate of films, where the capture does not tell. */
const usualRate = 24

const inARow = 'max-h-[min(62dvh,100dvh-25rem)]'
/** By their number: how they lie, and how tall their media may be for all of them to be seen at once. */
const grids = [
  { columns: '', most: '' },
  { columns: 'grid-cols-1', most: inARow },
  { columns: 'grid-cols-2', most: inARow },
  { columns: 'sm:grid-cols-3', most: inARow },
  {
    columns: 'sm:grid-cols-2 2xl:grid-cols-4',
    most: 'max-h-[calc((100dvh-30rem)/2)] 2xl:max-h-[min(62dvh,100dvh-25rem)]',
  },
]
/** Four that are taller than wide are larger in a row. */
const fourTall = { columns: 'sm:grid-cols-4', most: inARow }

/** The versions, seen and played as one, side by side or one on top of the other. */
export function CompareStage({
  versions,
  onDrop,
}: {
  versions: AssetVersion[]
  onDrop: (id: string) => void
}) {
  const navigate = useNavigate()
  const { view: mode } = route.useSearch()
  const isNarrow = useMediaQuery(narrow)
  const [playback] = useState(() => new Playback())
  const [view, setView] = useState(whole)
  const [at, setAt] = useState(0)
  const [heard, setHeard] = useState<string | undefined>(() => versions.find(isPlayed)?.id)
  const [sizes, setSizes] = useState(() => knownSizes(versions))
  const controls = useRef(new Map<string, ZoomControl>())
  const decisions = useDecisions()

  const on = Math.min(at, versions.length - 1)
  const chosen = versions[on]!
  const choose = (place: number) => setAt(Math.min(Math.max(place, 0), versions.length - 1))
  // A phone has no room for three side by side.
  const mustBlink = isNarrow && versions.length > 2
  const blinks = mustBlink || mode === 'blink'
  const setMode = (view: 'blink' | undefined) =>
    void navigate({
      from: '/compare',
      to: '/compare',
      search: (before) => ({ ...before, view }),
      replace: true,
      resetScroll: false,
    })
  const plays = versions.some(isPlayed)
  const mayDecide = mayAs(chosen.project.role, 'editor')
  const { perSecond, others } = useFrameRate(versions)
  const ratio = ratioOf(versions.map(({ id }) => sizes[id]))
  const side = versions.length === 4 && ratio < 1 ? fourTall : grids[versions.length]!
  const { columns, most } = blinks ? grids[1]! : side
  const changes = { ...zoomKeys, ...(view.scale > 1 && arrowKeys) }

  useKeys({
    ...Object.fromEntries(versions.map((_, place) => [String(place + 1), () => choose(place)])),
    ...Object.fromEntries(
      Object.entries(changes).map(([key, next]) => [
        key,
        () => controls.current.get(chosen.id)?.change(next),
      ]),
    ),
    ...(mayDecide && {
      s: () => decisions.toggleWinner(chosen),
      a: () => decisions.approveIt(chosen),
    }),
    x: () => onDrop(chosen.id),
    b: () => setMode(mode === 'blink' ? undefined : 'blink'),
    ...(plays && {
      ' ': () => playback.toggle(),
      ',': () => playback.step(-1, perSecond),
      '.': () => playback.step(1, perSecond),
    }),
  })

  const of = takeName(chosen)
  useCommands(() => [
    ...(mayDecide
      ? [
          {
            name: chosen.selected ? 'Drop as winner' : 'Select as winner',
            ...{ of, icon: Award, keys: 'S', run: () => decisions.toggleWinner(chosen) },
          },
          { name: 'Approve', of, icon: CircleCheck, keys: 'A', run: () => decisions.approveIt(chosen) },
        ]
      : []),
    { name: 'Take out of the comparison', of, icon: X, keys: 'X', run: () => onDrop(chosen.id) },
    ...(mustBlink || versions.length < 2
      ? []
      : [
          {
            name: blinks ? 'Side by side' : 'Blink',
            icon: blinks ? Columns2 : Layers,
            keys: 'B',
            run: () => setMode(blinks ? undefined : 'blink'),
          },
        ]),
    ...(plays ? [{ name: 'Play or pause', icon: Play, keys: 'Space', run: () => playback.toggle() }] : []),
  ])

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {!mustBlink && versions.length > 1 && (
          <fieldset aria-label="How they lie" className="flex flex-wrap gap-1">
            <Button
              icon={Columns2}
              look={blinks ? 'quiet' : 'plain'}
              aria-pressed={!blinks}
              onClick={() => setMode(undefined)}
            >
              Side by side
            </Button>
            <Button
              icon={Layers}
              look={blinks ? 'plain' : 'quiet'}
              aria-pressed={blinks}
              aria-keyshortcuts="B"
              onClick={() => setMode('blink')}
            >
              Blink
            </Button>
          </fieldset>
        )}
        {blinks && (
          <fieldset aria-label="On top" className="flex min-w-0 flex-1 flex-wrap gap-1 sm:flex-none">
            {versions.map((version, place) => (
              <Button
                key={version.id}
                look={place === on ? 'primary' : 'plain'}
                aria-pressed={place === on}
                onClick={() => choose(place)}
                className="min-w-0 flex-1 basis-20 px-2!"
              >
                <span className="font-mono">{place + 1}</span>
                <span className="truncate font-normal">{takeName(version)}</span>
              </Button>
            ))}
          </fieldset>
        )}
        <KeyHelp plays={plays} mayDecide={mayDecide} count={versions.length} />
      </div>
      <ul aria-label="Versions" className={`grid gap-3 ${columns}`}>
        {versions.map((version, place) => (
          <Pane
            key={version.id}
            version={version}
            number={place + 1}
            chosen={place === on}
            onChoose={() => choose(place)}
            onDrop={() => onDrop(version.id)}
            decisions={decisions}
            size={sizes[version.id]}
            onSize={(size) => setSizes((before) => ({ ...before, [version.id]: size }))}
            ratio={ratio}
            most={most}
            compact={!blinks && versions.length === 4}
            view={view}
            onView={setView}
            control={(control) => {
              if (control) controls.current.set(version.id, control)
            }}
            onSwipe={blinks ? (direction) => choose(on + direction) : undefined}
            playback={playback}
            heard={heard === version.id}
            onHear={() => setHeard(heard === version.id ? undefined : version.id)}
            blink={blinks ? (place === on ? 'on' : 'under') : undefined}
          />
        ))}
      </ul>
      {plays && <Transport playback={playback} perSecond={perSecond} others={others} />}
      {decisions.warning}
    </>
  )
}

function KeyHelp({ plays, mayDecide, count }: { plays: boolean; mayDecide: boolean; count: number }) {
  const keys = [
    `1–${count} choose`,
    mayDecide && 'S select',
    mayDecide && 'A approve',
    'X take out',
    'B blink',
    '+ − 0 Z zoom',
    plays && 'space play, comma and full stop step',
  ]
  return <p className="hidden text-sm text-muted lg:block">{keys.filter(Boolean).join(' · ')}</p>
}

/** Of what is kept, before it is loaded: nothing moves then. */
function knownSizes(versions: AssetVersion[]): Record<string, Size> {
  return Object.fromEntries(
    versions.flatMap((version) => {
      const { size } = sourceOf(version)
      return size ? [[version.id, size]] : []
    }),
  )
}

/** The tallest of them decides, so that each is as large as it can be. */
function ratioOf(sizes: (Size | undefined)[]): number {
  const ratios = sizes.flatMap((size) => (size ? [size.width / size.height] : []))
  return ratios.length > 0 ? Math.min(Math.max(Math.min(...ratios), 0.6), 2.4) : 16 / 9
}

function isPlayed(version: AssetVersion): boolean {
  return ['film', 'sound'].includes(kindOf(version))
}

/** Of the first whose file, or platform, tells it. */
function useFrameRate(versions: AssetVersion[]): { perSecond: number; others: boolean } {
  const films = versions.filter((version) => version.media?.state === 'kept' && kindOf(version) === 'film')
  const media = useQueries({ queries: films.map(({ id }) => query('readMedia', { params: { id } })) })
  const measured = media.map(({ data }) => {
    const { numerator, denominator } = data?.data?.facts?.frameRate ?? { numerator: 0, denominator: 1 }
    return numerator / denominator
  })
  const told = versions.map(({ metadata }) => Number(metadata?.fps ?? metadata?.frameRate))
  const rates = [...measured, ...told].filter((rate) => rate >= 1 && rate <= 240)
  return { perSecond: rates[0] ?? usualRate, others: new Set(measured.filter((rate) => rate > 0)).size > 1 }
}
