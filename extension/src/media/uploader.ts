import { browser } from 'wxt/browser'
import { clientOf } from '../connection/client.ts'
import { pauseConnection } from '../connection/pause.ts'
import { isAhead, pauseAfter } from '../queue/backoff.ts'
import { inTurn } from './in-turn.ts'
import { makeStills } from './make-stills.ts'
import { changeAndEmpty, changeMedia, type MediaChange } from './media-queue.ts'
import { mediaHindrance } from './network.ts'
import { nextTasks, type Task } from './next-tasks.ts'
import { sendOriginal, sendStill } from './send-media.ts'

/** Files that are sent at the same time. */
const atOnce = 2

/** So long after the first failure the background stays awake to try again; then the alarm has to do. Milliseconds. */
const staysAwake = 10 * 60_000

/** Milliseconds between two notes of how far a file is. */
const noteEvery = 500

/** What the panel shows of the media as a whole; in `browser.storage.session` as `mediaStatus`. */
export interface MediaStatus {
  /** Why none are moved now, in words. */
  reason?: string
}

export interface Uploader {
  /** There may be something to send. Does not shorten a pause. */
  wake(): void
  /** The same, without waiting for the end of a pause. */
  wakeNow(): void
  /** Ends what is being sent for a capture. */
  leave(id: string): void
  isBusy(): boolean
}

/**
 * The second stage of the queue: sends the media of captures that are filed, some at a time, and waits after failures as
 * the first one does. What was being sent when the browser died is gone on with.
 */
export function openUploader(): Uploader {
  const running = new Map<string, AbortController>()
  let isDrawing = false
  let failures = 0
  let failingSince = 0
  let until = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async () => {
    const reason = await mediaHindrance()
    await browser.storage.session.set({ mediaStatus: { ...(reason && { reason }) } satisfies MediaStatus })
    if (reason || isAhead(until)) return
    for (const task of await nextTasks(atOnce - running.size, new Set(running.keys()))) {
      if (task.media.state === 'kept') {
        if (!isDrawing) void draw(task)
      } else if (running.size < atOnce && !running.has(task.media.id)) void run(task)
    }
  }

  const run = async (task: Task) => {
    const { id } = task.media
    const ending = new AbortController()
    running.set(id, ending)
    try {
      await send(task, ending)
    } catch (error) {
      // The disk is full, or the profile is going away: it is tried again.
      console.error(error)
      hold()
    } finally {
      running.delete(id)
      wake()
    }
  }

  const send = async ({ media, assetId, connection }: Task, ending: AbortController) => {
    const { id, kind } = media
    if (!(await changeMedia(id, { state: 'sending' }, 'ready', 'sending'))) return
    const onProgress = noting(id, ending)
    const dailies = clientOf(connection)
    const sent = await sendOriginal(dailies, { id, assetId, signal: ending.signal, onProgress })
    if (sent.state !== 'away') failures = 0
    if (sent.state === 'kept') {
      const kept: MediaChange = { state: 'kept', sent: media.bytes, problem: undefined, notBefore: undefined }
      await (kind === 'video' ? changeMedia(id, kept, 'sending') : changeAndEmpty(id, kept, 'sending'))
    } else if (sent.state === 'left') {
      await changeAndEmpty(id, { state: 'left', problem: sent.problem }, 'sending')
    } else if (sent.state === 'later') {
      const notBefore = Date.now() + sent.after * 1000
      await changeMedia(id, { state: 'ready', problem: sent.problem, notBefore }, 'sending')
    } else {
      if (sent.state === 'refused') await pauseConnection(connection.token)
      const problem = sent.state === 'away' ? sent.reason : undefined
      await changeMedia(id, { state: 'ready', problem }, 'sending')
      if (sent.state === 'away') hold(sent.retryAfter)
    }
  }

  /** Of a film that is kept: one at a time, and beside what is sent. */
  const draw = async ({ media, assetId, connection }: Task) => {
    const { id } = media
    isDrawing = true
    const dailies = clientOf(connection)
    try {
      await makeStills(media)
      await sendStill(dailies, { id, assetId, kind: 'poster' })
      await sendStill(dailies, { id, assetId, kind: 'filmstrip' })
      await changeAndEmpty(id, {}, 'kept')
    } catch (error) {
      console.error(error)
      hold()
    } finally {
      isDrawing = false
      wake()
    }
  }

  const hold = (retryAfter?: number) => {
    failures += 1
    if (failures === 1) failingSince = Date.now()
    const pause = pauseAfter(failures, retryAfter)
    until = Date.now() + pause
    clearTimeout(timer)
    if (staysUp()) timer = setTimeout(wake, pause + 10)
  }

  const staysUp = () => Date.now() - failingSince < staysAwake

  const wake = inTurn(look)

  return {
    wake,
    wakeNow: () => {
      until = 0
      failures = 0
      wake()
    },
    leave: (id) => running.get(id)?.abort(),
    isBusy: () => running.size > 0 || isDrawing || (isAhead(until) && staysUp()),
  }
}

/** Writes down now and then how far it is; ends it where the capture was discarded. */
function noting(id: string, ending: AbortController): (sent: number) => void {
  let notedAt = 0
  return (sent) => {
    if (Date.now() - notedAt < noteEvery) return
    notedAt = Date.now()
    changeMedia(id, { sent }, 'sending').then((isThere) => !isThere && ending.abort(), console.error)
  }
}
