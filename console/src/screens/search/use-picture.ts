import { useCallback, useEffect, useRef, useState } from 'react'
import { useAccount } from '../../app/account.ts'
import type { Dropped } from '../../drops/dropped.ts'
import { keepPicture } from './looked-for.ts'
import { lookOf, pictureAmong, type Refusal } from './send-picture.ts'

/** A picture that is on its way, from 0 to 1; or of which there is nothing to look for. */
export type PictureState =
  | { is: 'sent'; picture: File; share: number }
  | { is: 'refused'; picture: File | undefined; why: Refusal }

/** Has it read how a picture looks that somebody dropped, pasted or chose; the last one wins. */
export function usePicture(onLook: (look: string) => void) {
  const { id: user } = useAccount()
  const [state, setState] = useState<PictureState>()
  const sending = useRef<AbortController>(undefined)
  // Whoever leaves waits for nothing.
  useEffect(() => () => sending.current?.abort(), [])

  const send = async (picture: File) => {
    const { signal } = begin(sending)
    const set = (next: PictureState | undefined) => signal.aborted || setState(next)
    set({ is: 'sent', picture, share: 0 })
    try {
      const look = await lookOf(picture, {
        signal,
        onSent: (share) => set({ is: 'sent', picture, share }),
      })
      if (signal.aborted) return
      if (typeof look !== 'string') return void set({ is: 'refused', picture, why: look })
      keepPicture({ user, look }, picture)
      set(undefined)
      onLook(look)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
  const take = (dropped: Dropped) => {
    const picture = pictureAmong(dropped)
    if (picture instanceof File) return void send(picture)
    sending.current?.abort()
    setState({ is: 'refused', picture: dropped.files[0], why: picture })
  }
  const end = useCallback(() => {
    sending.current?.abort()
    setState(undefined)
  }, [])
  return { state, take, end, again: (picture: File) => void send(picture) }
}

function begin(sending: { current: AbortController | undefined }): AbortController {
  sending.current?.abort()
  sending.current = new AbortController()
  return sending.current
}
