/** Where in which trace something is done. Only of what is followed. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 of them. */
  spanId: string
}

const header = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Longer ones say nothing that this version of the format knows. */
const longest = 256

/**
 * What a client says of the trace that its request is a part of; undefined where that is nothing, or not to be understood: then it said
 * nothing. W3C Trace Context, section 3.2.2.
 */
export function readTraceparent(
  text: string | undefined,
): (TraceContext & { isSampled: boolean }) | undefined {
  if (text === undefined || text.length > longest) return undefined
  const [, version, traceId, spanId, flags, rest] = header.exec(text) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (isZero(traceId!) || isZero(spanId!)) return undefined
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

export function writeTraceparent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`
}

/** The trace that an id of ours names: a UUID without its hyphens, or how the hash of a file begins. */
export function traceIdOf(id: string | undefined): string | undefined {
  const digits = id?.replaceAll('-', '').slice(0, 32)
  return digits && /^[0-9a-f]{32}$/.test(digits) && !isZero(digits) ? digits : undefined
}

const isZero = (digits: string) => /^0+$/.test(digits)
