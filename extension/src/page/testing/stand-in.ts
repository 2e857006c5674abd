import type { CaptureOutcome, Mark, PageSettings } from '../../messages.ts'

/** What the background answers. */
export interface Answers {
  settings: PageSettings
  marks: Mark[]
  /** Of every capture. */
  outcome: Omit<CaptureOutcome, 'id'>
  /** Of a single one that is not asked for again. */
  already: CaptureOutcome | null
  undo: { problem?: string }
  opened: boolean
  error: string | null
  /** Of what else is asked, by its name. */
  others?: Record<string, unknown>
}

interface Request {
  sightings?: unknown[]
  ids?: string[]
  again?: boolean
  outputUrls?: string[]
  externalAssetIds?: string[]
}

/** In place of the extension, in the world of its script: answers as the background does, and keeps what was asked. */
export function standIn(texts: Record<string, { message: string }>, answers: Answers): void {
  const listeners = new Set<(message: unknown, from: unknown, answer: () => void) => void>()
  const connecting = new Set<(port: unknown) => void>()
  let captures = 0
  const asked: { name: string; request: Request }[] = []

  function isAsked({ outputUrl, externalAssetId }: Mark, { outputUrls, externalAssetIds }: Request): boolean {
    return outputUrls!.includes(outputUrl) || externalAssetIds!.includes(externalAssetId!)
  }

  async function sendMessage(message: (typeof asked)[number]): Promise<unknown> {
    // As a message is sent: what is no JSON does not arrive.
    const { name, request } = JSON.parse(JSON.stringify(message)) as (typeof asked)[number]
    asked.push({ name, request })
    if (answers.error) return { error: answers.error }
    if (answers.others && name in answers.others) return answers.others[name]
    if (name === 'pageSettings') return answers.settings
    if (name === 'findCaptured') return { marks: answers.marks.filter((mark) => isAsked(mark, request)) }
    if (name === 'outcomes') return { outcomes: request.ids!.map((id) => ({ id, ...answers.outcome })) }
    if (name === 'takeBack') return answers.undo
    if (name === 'openForm') return { opened: answers.opened }
    if (name === 'chooseMany') return { told: true }
    if (answers.already && !request.again) return { stored: [], already: answers.already }
    const stored = request.sightings!.map(() => {
      captures += 1
      return { id: String(captures), state: 'pending' }
    })
    const { sceneId, shotCode } = answers.outcome
    return { stored, now: { id: String(captures), state: 'pending', sceneId, shotCode } }
  }

  const browser = {
    runtime: {
      id: 'dailies',
      sendMessage,
      onMessage: {
        addListener: (listener: never) => listeners.add(listener),
        removeListener: (listener: never) => listeners.delete(listener),
      },
      onConnect: {
        addListener: (listener: never) => connecting.add(listener),
        removeListener: (listener: never) => connecting.delete(listener),
      },
    },
    i18n: {
      getMessage: (key: string, values: string[] = []) =>
        (texts[key]?.message ?? `no text ${key}`).replace(
          /\$(\d)/g,
          (_all, place) => values[place - 1] ?? '',
        ),
    },
  }
  const order = (message: unknown) => {
    for (const listener of listeners) listener(message, {}, () => {})
  }
  /** As the background opens a port, and asks on it; answered with the reply. */
  const hear = (name: string) => {
    let tell: (message: unknown) => void = () => {}
    let end = () => {}
    let onReply: (reply: unknown) => void = () => {}
    const port = {
      name,
      postMessage: (reply: unknown) => onReply(JSON.parse(JSON.stringify(reply))),
      onMessage: {
        addListener: (listener: never) => {
          tell = listener
        },
      },
      onDisconnect: {
        addListener: (listener: never) => {
          end = listener
        },
      },
    }
    for (const listener of connecting) listener(port)
    const ask = (request: unknown) =>
      new Promise((resolve) => {
        onReply = resolve
        tell(request)
      })
    return { ask, end: () => end() }
  }
  Object.assign(globalThis, { browser, test: { browser, asked, answers, order, hear } })
}
