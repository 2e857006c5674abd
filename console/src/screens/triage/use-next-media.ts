import type { AssetCard } from '@dailies/contract/board.ts'
import { useEffect } from 'react'
import { sourceOf } from '../../ui/media.tsx'

/** Has the browser fetch the pictures of the next takes, and of the next one the beginning of its film: no more, for who pays by the megabyte. */
export function useNextMedia(next: readonly AssetCard[]): void {
  const sources = next.map(sourceOf)
  const pictures = sources.flatMap(({ picture }) => picture ?? []).join('\n')
  const [first] = sources
  const film = first?.kind === 'film' ? first.playable : undefined
  useEffect(() => {
    for (const address of pictures.split('\n').filter(Boolean)) new Image().src = address
  }, [pictures])
  useEffect(() => {
    if (!film) return
    const video = document.createElement('video')
    video.muted = true
    video.preload = 'metadata'
    video.src = film
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }, [film])
}
