import type { AttemptOutcome } from '@dailies/contract/webhook.ts'

interface Outcome {
  label: string
  /** What to do about it. */
  advice?: string
}

export const outcomes: Record<AttemptOutcome, Outcome> = {
  delivered: { label: 'Delivered' },
  refused: {
    label: 'Refused',
    advice: 'Look at the answer. With 401, look at the secret, and whether the raw body is signed.',
  },
  redirect: {
    label: 'Redirected',
    advice: 'Redirects are not followed: change the address to where it leads.',
  },
  timeout: { label: 'No answer in time', advice: 'Answer within 10 seconds, and work afterwards.' },
  dns_failed: { label: 'Host not found', advice: 'Look for a mistake in the address.' },
  address_not_allowed: {
    label: 'Address not allowed',
    advice: 'The host is not public; the operator can allow it.',
  },
  connection_failed: { label: 'No connection', advice: 'See whether the receiver runs, and its firewall.' },
  tls_failed: { label: 'Not secure', advice: 'Renew the certificate, or serve its whole chain.' },
  invalid_answer: { label: 'No HTTP came back', advice: 'Look at the port, and at the proxy.' },
  interrupted: {
    label: 'Interrupted',
    advice: 'The service itself ended before it had the answer: it is tried again.',
  },
  not_sendable: { label: 'No body could be made', advice: 'Correct the template, then replay.' },
}
