import { pruneSynced } from '../queue/captures.ts'
import { onSettingsChange } from '../store/database.ts'
import { text } from '../texts.ts'
import { keepAwake } from './keep-awake.ts'
import { changeAndEmpty, changeMedia, onMediaChange, readMedia } from './media-queue.ts'
import { openTaker } from './taker.ts'
import { openUploader } from './uploader.ts'

/** Milliseconds: of many captures in a row few are looked at one by one. */
const wakeAfter = 100
const settleAfter = 1000

/** All that the background does for media. */
export interface Media {
  /** There may be something to do. Does not shorten a pause. */
  wake(): void
  /** The same, without waiting for the end of a pause. */
  wakeNow(): void
  /** Leaves the media of a capture to the service. */
  leave(id: string): Promise<void>
  /** Tries once more what was left, or waits. */
  again(id: string): Promise<void>
}

/** Opens it, and goes on with what an end of the background left behind. */
export function openMedia(): Media {
  const uploader = openUploader()
  const taker = openTaker(uploader.wake)
  const awake = keepAwake(() => taker.isBusy() || uploader.isBusy())
  const settle = soon(settleAfter, () => {
    awake.settle().catch(console.error)
    // Captures stay as long as their media are on the way.
    pruneSynced().catch(console.error)
  })
  const wake = soon(wakeAfter, () => {
    taker.wake()
    uploader.wake()
    settle()
  })
  // Of what others in the extension change, and the network.
  onSettingsChange((name) => name === 'sendMedia' && wake())
  onMediaChange(settle)
  const { connection } = navigator as { connection?: EventTarget }
  connection?.addEventListener('change', wake)

  return {
    wake,
    wakeNow: () => {
      taker.wake()
      uploader.wakeNow()
      settle()
    },
    leave: async (id) => {
      const left = { state: 'left', problem: text('mediaLeftByYou'), bytes: undefined } as const
      await changeAndEmpty(id, left, 'taking', 'ready', 'sending')
      taker.leave(id)
      uploader.leave(id)
    },
    again: async (id) => {
      const media = await readMedia(id)
      if (media?.state === 'left')
        await takeAgain(id, media.address !== undefined || media.page !== undefined)
      else await changeMedia(id, { notBefore: undefined, problem: undefined }, 'ready', 'taking')
      uploader.wakeNow()
      wake()
    },
  }
}

/** Calls back once, a moment after it was asked to, however often that was. */
function soon(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      work()
    }, milliseconds)
  }
}

/** From the beginning: its bytes are gone. */
async function takeAgain(id: string, isPossible: boolean): Promise<void> {
  if (!isPossible) return
  const change = { problem: undefined, notBefore: undefined, sent: undefined, asksPage: undefined }
  await changeAndEmpty(id, { state: 'taking', ...change }, 'left')
}
