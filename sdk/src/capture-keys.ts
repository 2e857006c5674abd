interface AnyCapture {
  provenance?: Record<string, unknown> | undefined
}

/**
 * Gives a capture a `provenance.captureId`, unless it has one: sent again, it makes no second version. In the body
 * and not in the header `Idempotency-Key`, since pages and extensions may not send that to another origin.
 */
export function withCaptureId<C extends AnyCapture>(capture: C): C {
  const given = capture?.provenance?.captureId
  // Anything else is no key to the service.
  if (typeof given === 'string' && given !== '') return capture
  return { ...capture, provenance: { ...capture?.provenance, captureId: randomKey() } }
}

/** Not `crypto.randomUUID`: pages that came by plain HTTP have none. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
