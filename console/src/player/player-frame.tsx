import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useCommands } from '../palette/commands.ts'
import { actOn, useKeys } from '../ui/keys.ts'
import type { FramePlayer } from './frame-player.ts'
import { PlayerKeysDialog } from './keys-dialog.tsx'
import type { Mark } from './player-control.ts'
import { keysAnywhere, keysInside } from './player-keys.ts'
import type { Playing } from './playing.ts'
import { Scrubber } from './scrubber.tsx'
import { Transport } from './transport.tsx'

interface PlayerFrameProps {
  label: string
  pane: RefObject<HTMLElement | null>
  player: FramePlayer | undefined
  playing: Playing | undefined
  marks: readonly Mark[]
  step: number
  valueText: string
  strip?: { url: string; frames: number } | undefined
  burnIn?: { isOn: boolean; toggle: () => void } | undefined
  below?: ReactNode
  actions?: ReactNode
  onMark?: ((id: string) => void) | undefined
  onRange?: ((range: { from: number; to: number } | undefined) => void) | undefined
  isLoud: boolean
  canBeFull: boolean
  /** In the place of the bar. */
  bar?: ReactNode
  /** What is seen, above the bar and the buttons. */
  children: ReactNode
}

/** What every player has around what it shows: bar, buttons and keys. */
export function PlayerFrame({
  label,
  pane,
  player,
  playing,
  marks,
  step,
  children,
  ...rest
}: PlayerFrameProps) {
  const { valueText, strip, burnIn, isLoud, canBeFull, bar, below, actions, onMark, onRange } = rest
  const [keysShown, setKeysShown] = useState(false)
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else pane.current?.requestFullscreen().catch(() => {})
  }
  const fullScreen = canBeFull && document.fullscreenEnabled ? toggleFull : undefined
  const { from, to, frames } = playing ?? {}
  const tellRange = useEffectEvent(() => {
    const isRange = from !== undefined || to !== undefined
    onRange?.(isRange ? { from: from ?? 0, to: to ?? (frames ?? 1) - 1 } : undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when they change
  useEffect(() => tellRange(), [from, to])
  useKeys({
    ...(player && keysAnywhere({ player, marks, step, onMark })),
    '?': () => setKeysShown(true),
  })
  useCommands(() => [
    ...(player ? [{ name: 'Play or pause', of: label, keys: 'Space', run: () => player.toggle() }] : []),
    ...(fullScreen ? [{ name: 'Full screen', of: label, run: fullScreen }] : []),
    { name: 'Keys of the player', keys: '?', run: () => setKeysShown(true) },
  ])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <section
      ref={pane}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys play and step what is in it
      tabIndex={0}
      onKeyDown={(event) => {
        if (!player) return
        actOn(
          keysInside({ player, marks, step, onMark }, () => fullScreen?.()),
          {
            key: event.key,
            ctrlKey: event.ctrlKey,
            metaKey: event.metaKey,
            altKey: event.altKey,
            shiftKey: event.shiftKey,
            repeat: event.repeat,
            target: event.target,
            defaultPrevented: event.defaultPrevented,
            preventDefault: () => event.preventDefault(),
          },
        )
      }}
      className="@container flex size-full flex-col bg-surface -outline-offset-2"
    >
      <div className="min-h-0 flex-1">{children}</div>
      {below}
      <div className="flex flex-col border-t border-line px-2 py-1">
        {playing && player && (
          <>
            <Scrubber
              {...{ playing, marks, valueText, strip }}
              label={`Place in ${label}`}
              onSeek={(frame) => player.seek(frame)}
            >
              {bar}
            </Scrubber>
            <Transport
              {...{ player, playing, step, isLoud, fullScreen, burnIn, actions }}
              onKeys={() => setKeysShown(true)}
            />
          </>
        )}
      </div>
      <PlayerKeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
    </section>
  )
}
