import type { EventName } from '@dailies/contract/event.ts'
import type { WebhookTemplate } from '@dailies/contract/webhook.ts'
import { DailiesError } from '../../error.ts'
import { customBody } from './custom-template.ts'
import { parseTemplate } from './parse-template.ts'
import { sampleEvent } from './samples.ts'
import type { SendableEvent } from './sendable-event.ts'

type Data = Record<string, unknown>

/** What an event may hold, and how an error names it. */
const variants: { name: string; change: (data: Data) => Data }[] = [
  { name: '', change: (data) => data },
  {
    name: ' with quotes and line breaks in its text',
    change: (data) => changed(data, { text: '"Cut!"\n\\ she said 🎬 \u0007\u2028\\' }),
  },
  { name: ' with empty text', change: (data) => changed(data, { text: '', number: 0 }) },
  {
    name: ' with a prompt of 100,000 characters',
    change: (data) => ('prompt' in data ? { ...data, prompt: 'x'.repeat(100_000) } : data),
  },
]

/**
 * What is wrong with a template, in words for its author: tries it with samples of every event that the webhook asks
 * for, and of the test event. Nothing when it can be used.
 */
export function templateProblem(form: {
  template: WebhookTemplate | null
  batching: { maxEvents: number; maxSeconds: number } | null
  events: EventName[]
}): string | undefined {
  if (form.template?.type !== 'custom') return undefined
  const { body } = form.template
  const unusable = problemOf(() => parseTemplate(body))
  if (unusable) return unusable

  for (const event of [...form.events, 'webhook.test' as const]) {
    for (const { name, change } of variants) {
      const { data } = sampleEvent(event)
      const sample = { id: sampleId, event, timestamp: sampleTime, data: JSON.stringify(change(data)) }
      const problem = form.batching ? batchProblem(body, sample) : singleProblem(body, sample)
      if (problem) return `${event}${name}: ${problem}`
    }
  }
  return undefined
}

const sampleId = '0198c1f2-7a10-7005-8000-0000000000a6'
const sampleTime = '2026-11-21T08:00:00.000Z'

function singleProblem(body: string, sample: SendableEvent): string | undefined {
  return problemOf(() => customBody(body, [sample], { batched: false, timestamp: sampleTime }))
}

function batchProblem(body: string, sample: SendableEvent): string | undefined {
  for (const batch of [[sample, sample], [sample]]) {
    const problem = problemOf(() => customBody(body, batch, { batched: true, timestamp: sampleTime }))
    if (problem) return `in a batch of ${batch.length}: ${problem}`
  }
  return undefined
}

function problemOf(attempt: () => unknown): string | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof DailiesError) return error.message
    throw error
  }
}

function changed(data: Data, to: { text: string; number?: number }): Data {
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    typeof value === 'string' ? to.text : (to.number ?? value),
  ])
  return Object.fromEntries(entries)
}
