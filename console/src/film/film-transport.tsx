import { timecode } from '@dailies/contract/frame.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import {
  Captions,
  Maximize,
  Pause,
  Play,
  Repeat,
  Repeat1,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type Plan, type PlanEntry, sourceFrame } from './plan.ts'
import type { FilmPlayer } from './player.ts'
import { useFilmState } from './use-film-state.ts'

interface FilmTransportProps {
  player: FilmPlayer
  plan: Plan
  entry: PlanEntry
  burnIn: boolean
  onBurnIn: () => void
  onFull: () => void
  onLoop: () => void
  onMute: () => void
}

const loopWords = { none: 'Loop: off (R)', shot: 'Loop: this shot (R)', all: 'Loop: all (R)' }

/** Play, step and scrub. */
export function FilmTransport({
  player,
  plan,
  entry,
  burnIn,
  onBurnIn,
  onFull,
  onLoop,
  onMute,
}: FilmTransportProps) {
  const playing = useFilmState(player, (state) => state.playing)
  const loop = useFilmState(player, (state) => state.loop)
  const loudness = useFilmState(player, ({ muted, volume }) => (muted ? 0 : volume))
  const muted = useFilmState(player, (state) => state.muted)
  return (
    <section
      aria-label="Playback"
      className="flex flex-wrap items-center gap-x-1 gap-y-1 rounded-2xl border border-line bg-surface px-3 py-1.5"
    >
      <IconButton icon={SkipBack} label="Previous shot (,)" onClick={() => player.goTo(-1)} />
      <IconButton icon={StepBack} label="One frame back (←)" onClick={() => player.step(-1)} />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Pause (space)' : 'Play (space)'}
        look="primary"
        onClick={() => player.toggle()}
      />
      <IconButton icon={StepForward} label="One frame on (→)" onClick={() => player.step(1)} />
      <IconButton icon={SkipForward} label="Next shot (.)" onClick={() => player.goTo(1)} />
      <Place {...{ player, plan, entry }} />
      <IconButton
        icon={loop === 'shot' ? Repeat1 : Repeat}
        label={loopWords[loop]}
        aria-pressed={loop !== 'none'}
        className={loop === 'none' ? 'text-muted' : ''}
        onClick={onLoop}
      />
      <IconButton icon={Captions} label="Burn-in (B)" aria-pressed={burnIn} onClick={onBurnIn} />
      <IconButton
        icon={muted ? VolumeX : Volume2}
        label={muted ? 'Sound on (M)' : 'Mute (M)'}
        onClick={onMute}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={loudness}
        onChange={({ target: { value } }) => player.setVolume(Number(value))}
        className="h-10 w-20 accent-accent max-sm:hidden"
      />
      <IconButton icon={Maximize} label="Full screen (F)" onClick={onFull} />
    </section>
  )
}

/** Where in the film it is: all of this that is another with each frame. */
function Place({ player, plan, entry }: Pick<FilmTransportProps, 'player' | 'plan' | 'entry'>) {
  const frame = useFilmState(player, (state) => state.frame)
  const speed = useFilmState(player, (state) => (state.playing ? state.speed : 1))
  return (
    <>
      <input
        type="range"
        aria-label="Frame of the film"
        aria-valuetext={`${timecode(frame, plan.rate)} of ${timecode(plan.length, plan.rate)}`}
        min={0}
        max={Math.max(1, plan.length - 1)}
        value={frame}
        onChange={({ target: { value } }) => player.seek(Number(value))}
        className="h-10 min-w-40 flex-1 basis-60 accent-accent"
      />
      <p className="text-sm text-muted">
        <span className="font-mono text-ink tabular-nums" title="In the film">
          {timecode(frame, plan.rate)}
        </span>{' '}
        <span className="font-mono tabular-nums max-sm:hidden" title="In the take">
          {timecode(sourceFrame(plan, entry, frame), entry.rate)}
        </span>
        {speed !== 1 && <span className="ml-1 font-mono">{speed}×</span>}
      </p>
    </>
  )
}
