import Mustache from 'mustache'
import { DailiesError } from '../../error.ts'
import { parseTemplate } from './parse-template.ts'
import type { SendableEvent } from './sendable-event.ts'

const mostBytes = 2 ** 20

/**
 * Renders a user's template: JSON text of at most 1 MiB. Throws a `DailiesError` when it is not a template that we
 * take, when it renders to something else than a JSON object or array, or to more.
 */
export function customBody(
  template: string,
  events: SendableEvent[],
  { batched, timestamp }: { batched: boolean; timestamp: string },
): string {
  const spans = parseTemplate(template)
  const view = batched ? batchView(events, timestamp) : eventView(events[0]!)
  const text = new BoundedWriter().renderTokens(spans as unknown as string[][], new OwnContext(view))
  checkJson(text)
  return text
}

function batchView(events: SendableEvent[], timestamp: string) {
  return {
    event: 'batch',
    timestamp,
    is: { batch: true },
    events: events.map((event, index) => ({ ...eventView(event), last: index === events.length - 1 })),
  }
}

/** `is` has the one flag that tells the kind, such as `asset_created`: a template has no other way to compare. */
function eventView({ id, event, timestamp, data }: SendableEvent) {
  return { id, event, timestamp, data: JSON.parse(data), is: { [event.replaceAll('.', '_')]: true } }
}

/**
 * Looks names up among own properties of objects only. Mustache's own lookup reaches what strings inherit, and calls
 * it when it is a function: `{{id.constructor.fromCharCode}}`.
 */
class OwnContext extends Mustache.Context {
  override push(view: unknown): OwnContext {
    return new OwnContext(view, this)
  }

  /** Mustache(5): the first part of a name is looked up outwards, the others from there. */
  override lookup(name: string): unknown {
    if (name === '.') return this.view
    const path = name.split('.')
    let context: Mustache.Context | undefined = this
    while (context && !hasOwn(context.view, path[0]!)) context = context.parent
    return path.reduce<unknown>((value, key) => (hasOwn(value, key) ? value[key] : undefined), context?.view)
  }
}

function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
}

/** Escapes for JSON, and stops as soon as there is too much, before it takes memory. */
class BoundedWriter extends Mustache.Writer {
  #left = mostBytes

  override escapedValue([, name]: string[], context: Mustache.Context): string {
    const value = context.lookup(name!)
    // Objects and lists have no text, as what is not there.
    return value === undefined || typeof value === 'object' ? '' : this.#counted(escaped(String(value)))
  }

  override rawValue([, text]: string[]): string {
    return this.#counted(text!)
  }

  #counted(text: string): string {
    this.#left -= Buffer.byteLength(text)
    if (this.#left < 0) throw new DailiesError('invalid', 'The template renders to more than 1 MiB')
    return text
  }
}

/** As it stands between the quotes of a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function checkJson(text: string): void {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) {
    throw new DailiesError('invalid', 'The template does not render to a JSON object or array')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const position = /at position (\d+)/.exec(message)?.[1]
    const near = position && ` near ${text.slice(Math.max(0, Number(position) - 20), Number(position) + 20)}`
    throw new DailiesError('invalid', `The template does not render to JSON: ${message}${near ?? ''}`)
  }
}
