import { randomKey } from '../../../sdk/src/capture-keys.ts'
import { hasAnotherFile } from '../../../sdk/src/repeats.ts'
import { doubt, isAway, onReach } from '../api/reach.ts'
import type { Drop } from './drop.ts'
import { type Failure, failureOf } from './failure.ts'
import { type Added, keepUpload } from './keep-upload.ts'
import { guardLeaving } from './leave-guard.ts'
import type { NewTake } from './new-take.ts'
import { keeping, sending } from './parts.ts'
import { removeTake, removeUnwanted } from './unwanted.ts'
import { addUploads, changeUpload, currentUploads, type Upload } from './uploads.ts'
import { type Work, works } from './works.ts'

/** More would only be slower each. */
const atOnce = 3

const mostBreaks = 3
/** Milliseconds before one that broke off goes on, where the service is there; twice as long each time. */
const firstPause = 2000
const breaksAlways =
  'The connection breaks each time at the same place. Something between here and the service may stop it.'

/** Sends a file as the media of a version that has none, or only a link. */
export function sendMedia(file: File, version: { id: string; name: string }): void {
  add([{ file, target: { assetVersionId: version.id }, to: version.name }])
}

/** Makes a take of each file, and sends it. `to` is where each goes, in words. */
export function addTakes(takes: readonly { take: NewTake; to: string }[], drop: Omit<Drop, 'id'>): Drop {
  const whole = { ...drop, id: randomKey() }
  add(takes.map(({ take: { file, ...take }, to }) => ({ file, target: { take }, to, drop: whole })))
  return whole
}

function add(added: readonly Added[]): void {
  const next = added.map(({ file, target, to, drop }): Upload => {
    const id = randomKey()
    works.set(id, { file, target, breaks: 0, most: 0 })
    void keepUpload(id, { file, target, to, drop })
    const take = 'take' in target ? target.take : undefined
    return { id, fileName: file.name, to, bytes: file.size, sent: 0, stage: 'waiting', drop, take }
  })
  addUploads(next)
  sendNext()
}

/** Once more, from where it was. */
export function retryUpload(id: string): void {
  changeUpload(id, { stage: 'waiting', failure: undefined })
  sendNext()
}

/** All that may go otherwise another time. */
export function retryAll(): void {
  for (const { id, stage, failure } of currentUploads())
    if (stage === 'failed' && failure?.mayRetry) retryUpload(id)
}

/** Begins those whose turn it is. */
export function sendNext(): void {
  const uploads = currentUploads()
  const running = uploads.filter(({ stage }) => stage === 'sending' || stage === 'finishing').length
  const next = uploads.filter(({ stage }) => stage === 'waiting').slice(0, Math.max(0, atOnce - running))
  for (const { id } of next) {
    const work = works.get(id)
    if (work) work.running = send(id, work)
  }
}

async function send(id: string, work: Work): Promise<void> {
  const controller = new AbortController()
  work.controller = controller
  changeUpload(id, { stage: 'sending', failure: undefined })
  try {
    await sending.load()
    const part = sending.value()
    if (!part) throw sending.failure()
    controller.signal.throwIfAborted()
    work.isAsked = true
    const reports = {
      onMade: (made: { id: string; round: number }) => {
        if ('take' in work.target) work.target = { ...work.target, made }
        changeUpload(id, { assetVersionId: made.id })
        void keeping.value()?.noteKept(id, { target: work.target })
      },
      onSent: (sent: number) => changeUpload(id, { sent }),
      onKept: () => {
        changeUpload(id, { stage: 'finishing', sent: work.file.size })
        void keeping.value()?.noteKept(id, { stage: 'done' })
      },
    }
    await part.uploadFile(work.file, work.target, reports, controller.signal)
    changeUpload(id, { stage: 'done' })
    // The file itself is let go of.
    works.delete(id)
  } catch (error) {
    if (controller.signal.aborted) return
    // The take that was made has a file by now, and is nobody's to take back.
    const made = 'take' in work.target ? work.target.made : undefined
    if (made && hasAnotherFile(error)) work.target = { assetVersionId: made.id }
    fail(id, work, afterBreak(id, work, failureOf(error)))
  } finally {
    work.controller = undefined
  }
  sendNext()
}

/** What breaks off again and again at the same place is left to whoever looks at it. */
function afterBreak(id: string, work: Work, failure: Failure): Failure {
  if (!failure.isAway) return failure
  const sent = currentUploads().find((one) => one.id === id)?.sent ?? 0
  work.breaks = sent > work.most ? 1 : work.breaks + 1
  work.most = Math.max(sent, work.most)
  if (work.breaks > mostBreaks) return { text: breaksAlways, isAway: false, mayRetry: true }
  // Where the service is there, and refuses this alone, nobody tells when to go on.
  void doubt()
  setTimeout(() => goOnWith(id), firstPause * 2 ** (work.breaks - 1))
  return failure
}

/** A take whose file will never be taken is not left behind. */
function fail(id: string, work: Work, failure: Failure): void {
  changeUpload(id, { stage: 'failed', failure })
  if (failure.isAway || failure.mayRetry || !works.has(id)) return
  changeUpload(id, { assetVersionId: undefined })
  const { target, isAsked = false } = work
  if ('take' in target && target.made) void removeTake({ uploadId: id, target, isAsked })
  else void keeping.value()?.forgetKept([id])
}

/** What broke off goes on once the service is there again. */
function goOn(): void {
  if (isAway()) return
  removeUnwanted()
  for (const { id } of currentUploads()) goOnWith(id)
}

function goOnWith(id: string): void {
  const upload = currentUploads().find((one) => one.id === id)
  if (!isAway() && upload?.stage === 'failed' && upload.failure?.isAway) retryUpload(id)
}

onReach(goOn)
guardLeaving()
