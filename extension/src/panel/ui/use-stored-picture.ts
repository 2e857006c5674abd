import { useEffect, useState } from 'react'
import { fileOf } from '../../media/media-queue.ts'
import { useMedia } from '../queue/use-media.ts'
import type { KeptPicture } from './kept-media.ts'

/** Bytes of a picture that is drawn small. */
const most = 32 * 1024 ** 2

/** What a capture looks like by the bytes that are on this disk; undefined where there are none. */
export function useStoredPicture(id: string | undefined): KeptPicture | undefined {
  const media = useMedia(id ?? '')
  const [picture, setPicture] = useState<KeptPicture>()
  const { kind, stored = 0, state } = media ?? {}
  // Of what is on its way the beginning alone is there.
  const isThere = stored > 0 && state !== 'taking'
  useEffect(() => {
    if (!id || !isThere || kind === 'audio') return
    let address: string | undefined
    let current = true
    const read = async () => {
      const still = (await fileOf(id, 'poster')) ?? (kind === 'image' ? await fileOf(id) : undefined)
      const film = still || kind !== 'video' ? undefined : await fileOf(id)
      const file = still ?? film
      if (!current || !file || (still && still.size > most)) return
      address = URL.createObjectURL(file)
      setPicture(still ? { still: address } : { film: address })
    }
    void read()
    return () => {
      current = false
      setPicture(undefined)
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, kind, isThere])
  return picture
}
