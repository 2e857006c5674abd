let lastMillisecond = 0
let lastText = ''

/** Now, as every time is stored and sent: ISO 8601 in UTC with milliseconds. Made anew once a millisecond. */
export function isoNow(): string {
  const now = Date.now()
  if (now !== lastMillisecond) {
    lastMillisecond = now
    lastText = new Date(now).toISOString()
  }
  return lastText
}
