import { IconButton } from '@dailies/ui/button.tsx'
import {
  Captions,
  ChevronFirst,
  ChevronLast,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  Play,
  Repeat,
  StepBack,
  StepForward,
  Volume2,
  VolumeX,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { FrameField } from './frame-field.tsx'
import type { FramePlayer } from './frame-player.ts'
import type { Playing } from './playing.ts'

const speeds = [0.25, 0.5, 1, 1.5, 2, 4, 8]

interface TransportProps {
  player: FramePlayer
  playing: Playing
  step: number
  isLoud: boolean
  fullScreen: (() => void) | undefined
  onKeys: () => void
  /** What is written over the picture: whether it is, and how that is changed. */
  burnIn?: { isOn: boolean; toggle: () => void } | undefined
  /** Further buttons. */
  actions?: ReactNode
}

/** The buttons below a take: in one row, or in two where it is narrow. */
export function Transport({
  player,
  playing,
  step,
  isLoud,
  fullScreen,
  onKeys,
  burnIn,
  actions,
}: TransportProps) {
  const { frame, rate, isGuess, isPlaying } = playing
  const isFull = useIsFull()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <div className="flex items-center">
        <Small icon={StepBack} label="A frame back (←)" onClick={() => player.step(-step)} />
        <Small
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause' : 'Play'}
          tip={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
          onClick={() => player.toggle()}
        />
        <Small icon={StepForward} label="A frame on (→)" onClick={() => player.step(step)} />
        <FrameField {...{ frame, rate, isGuess }} onGo={(to) => player.seek(to)} />
        {isLoud && <Loudness player={player} playing={playing} />}
      </div>
      <div className="flex items-center">
        <Speed player={player} playing={playing} />
        <Loop player={player} playing={playing} />
        {actions}
        {burnIn && (
          <Small
            icon={Captions}
            label="Scene, version and frame over the picture"
            aria-pressed={burnIn.isOn}
            onClick={burnIn.toggle}
          />
        )}
        <Small
          icon={Keyboard}
          label="Keys of the player"
          onClick={onKeys}
          className="pointer-coarse:hidden"
        />
        {fullScreen && (
          <Small
            icon={isFull ? Minimize : Maximize}
            label={isFull ? 'Leave full screen (F)' : 'Full screen (F)'}
            onClick={fullScreen}
          />
        )}
      </div>
    </div>
  )
}

function Small({ className = '', ...rest }: Parameters<typeof IconButton>[0]): ReactNode {
  return (
    <IconButton
      size="small"
      {...rest}
      className={`aria-pressed:bg-accent-soft aria-pressed:text-accent ${className}`}
    />
  )
}

function Loudness({ player, playing: { muted, volume } }: { player: FramePlayer; playing: Playing }) {
  const isOff = muted || volume === 0
  return (
    <>
      <Small
        icon={isOff ? VolumeX : Volume2}
        label={isOff ? 'Sound on (M)' : 'Sound off (M)'}
        onClick={() => player.toggleMuted()}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        onChange={({ currentTarget }) => player.setVolume(Number(currentTarget.value))}
        className="w-16 accent-accent pointer-coarse:hidden"
      />
    </>
  )
}

function Speed({ player, playing: { speed } }: { player: FramePlayer; playing: Playing }) {
  return (
    <select
      aria-label="Speed"
      value={speed}
      onChange={({ currentTarget }) => player.setSpeed(Number(currentTarget.value))}
      className="h-8 rounded-lg bg-transparent px-1 text-sm hover:bg-sunken pointer-coarse:h-10"
    >
      {[...new Set([...speeds, speed])]
        .toSorted((a, b) => a - b)
        .map((one) => (
          <option key={one} value={one} disabled={one < 0}>
            {one < 0 ? `−${-one}` : one}×
          </option>
        ))}
    </select>
  )
}

function Loop({ player, playing: { loops, from, to } }: { player: FramePlayer; playing: Playing }) {
  const isRange = from !== undefined || to !== undefined
  return (
    <>
      <Small icon={Repeat} label="Loop (R)" aria-pressed={loops} onClick={() => player.setLoops(!loops)} />
      <Small
        icon={ChevronFirst}
        label="The loop begins here (I)"
        aria-pressed={from !== undefined}
        onClick={() => player.setRange('from', player.at)}
      />
      <Small
        icon={ChevronLast}
        label="The loop ends here (O)"
        aria-pressed={to !== undefined}
        onClick={() => player.setRange('to', player.at)}
      />
      {isRange && (
        <Small
          icon={X}
          label="Loop all of it"
          onClick={() => {
            player.setRange('from', undefined)
            player.setRange('to', undefined)
          }}
        />
      )}
    </>
  )
}

function useIsFull(): boolean {
  const [isFull, setIsFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  return isFull
}
