import type { Sighting } from '../capture/sighting.ts'
import type { CaptureReply } from '../messages.ts'
import { type TextKey, text } from '../texts.ts'
import { ask, ExtensionGone } from './ask.ts'
import type { MediaElement } from './media-address.ts'
import { sightingOf } from './sighting.ts'

/** What became of a capture, in words for the user. */
export interface Outcome {
  tone: 'good' | 'warn' | 'bad'
  text: string
}

/** One message takes so many, and so many characters of bytes and one more: browsers refuse more than 64 MiB. */
const mostAtOnce = 50
const mostCharacters = 32 * 1024 * 1024

/** Said when the extension is gone, and so must be known before. */
const reloadFirst = text('pageReload')

export async function captureOne(element: MediaElement, selection?: string): Promise<Outcome> {
  return captureSighting(await sightingOf(element, selection))
}

/** `onProgress` is told how many are stored. */
export async function captureMany(
  elements: readonly MediaElement[],
  onProgress: (done: number) => void,
): Promise<Outcome> {
  const total: CaptureReply['stored'] = []
  let batch: Sighting[] = []
  let characters = 0
  const send = async () => {
    if (batch.length > 0) total.push(...(await ask('capture', { sightings: batch })).stored)
    onProgress(total.length)
    batch = []
    characters = 0
  }
  try {
    for (const element of elements) {
      const sighting = await sightingOf(element)
      if (sighting) batch.push(sighting)
      characters += sighting?.bytes?.length ?? 0
      if (batch.length === mostAtOnce || characters > mostCharacters) await send()
    }
    await send()
  } catch (error) {
    return failed(error)
  }
  const needALook = total.filter(({ state }) => state === 'draft').length
  if (total.length === 0) return outcome('warn', 'pageNothing')
  if (needALook > 0) return outcome('warn', 'pageCapturedSomeNeedLook', total.length, needALook)
  return outcome('good', 'pageCapturedMany', total.length)
}

export async function captureSighting(sighting: Sighting | undefined): Promise<Outcome> {
  if (!sighting) return outcome('warn', 'pageNothing')
  try {
    const { stored } = await ask('capture', { sightings: [sighting] })
    const [first] = stored
    if (first?.state === 'draft') return outcome('warn', 'pageNeedsLook', first.reason ?? '')
    if (sighting.adapter?.state === 'changed') return outcome('warn', 'pageCapturedChanged')
    return outcome('good', 'pageCaptured')
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): Outcome {
  if (error instanceof ExtensionGone) return { tone: 'bad', text: reloadFirst }
  return outcome('bad', 'pageFailed', error instanceof Error ? error.message : String(error))
}

function outcome(tone: Outcome['tone'], key: TextKey, ...values: (string | number)[]): Outcome {
  return { tone, text: text(key, ...values) }
}
