import type { Resolver } from 'node:dns/promises'
import { signatureHeaders } from '@dailies/contract/webhook-signature.ts'
import { DailiesError } from '../error.ts'
import type { AllowedAddresses } from '../outside/allowed-addresses.ts'
import type { SecretBox } from '../secret-box.ts'
import { version } from '../version.ts'
import type { Begun } from './begin-attempt.ts'
import { bodyOf } from './bodies/body.ts'
import { type Posted, post } from './post.ts'

export interface Sender {
  secretBox: SecretBox
  addresses: AllowedAddresses
  resolver: Resolver
  /** What tells the receiver of the trace that the event is a part of. */
  traceparent?: (() => string | undefined) | undefined
}

/** Makes the body, signs it and posts it. Never fails: what went wrong is in what it returns. */
export async function send(
  { webhook, deliveries, batchId, startedAt }: Begun,
  { secretBox, addresses, resolver, traceparent: tracing }: Sender,
): Promise<Posted> {
  const secret = secretBox.open(webhook.secret, webhook.id)
  if (secret === undefined) return notSendable('This process lacks the key that the secret was sealed with')
  let message: { event: string; body: string }
  try {
    const template = webhook.template === null ? null : JSON.parse(webhook.template)
    const timestamp = deliveries[0]?.timestamp as string
    message = bodyOf(deliveries, { template, batched: batchId !== null, timestamp })
  } catch (error) {
    if (!(error instanceof DailiesError)) throw error
    return notSendable(error.message)
  }
  const { event, body } = message
  const previousSecret = webhook.previousSecret
    ? secretBox.open(webhook.previousSecret, webhook.id)
    : undefined
  const signed = await signatureHeaders({
    id: batchId ?? (deliveries[0]?.id as string),
    event,
    body,
    timestamp: Math.floor(startedAt / 1000),
    secret,
    previousSecret,
  })
  const traceparent = tracing?.()
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `Dailies/${version}`,
    ...signed,
    ...(traceparent && { traceparent }),
  }
  return post({ url: webhook.url, headers, body }, { addresses, resolver })
}

function notSendable(error: string): Posted {
  return { outcome: 'not_sendable', responseCode: null, error, answer: null, durationMs: 0 }
}
