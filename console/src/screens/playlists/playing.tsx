import type { PlaylistItem } from '@dailies/contract/playlist.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLed } from '../../together/use-led.ts'
import { useReview } from '../../together/use-review.ts'
import { PlayThrough } from './play-through.tsx'

interface PlayingProps {
  playlistId: string
  items: PlaylistItem[]
  /** Of the item that is seen. */
  id: string | undefined
  name: string
  onChange: (id: string | undefined) => void
}

/** A playlist that is played: by oneself, or by whoever leads a review. */
export function Playing({ playlistId, items, id, name, onChange }: PlayingProps) {
  const { session } = useReview()
  const led = useLed({ kind: 'playlist', id: playlistId })?.state
  const shown = items.find(({ asset }) => asset.id === led?.assetVersionId)?.id
  const go = useEffectEvent(() => onChange(shown))
  useEffect(() => {
    if (shown) go()
  }, [shown])
  /** Whoever goes elsewhere by themselves follows no more. */
  const change = (to: string | undefined) => {
    if (led) session?.follow(false)
    onChange(to)
  }
  const index = items.findIndex((item) => item.id === id)
  if (index === -1) return null
  return (
    <PlayThrough
      {...{ playlistId, items, index, name }}
      isLed={led !== undefined}
      onGo={(to) => change(items[to]?.id)}
      onClose={() => change(undefined)}
    />
  )
}
