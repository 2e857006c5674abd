let last = 0
let count = 0

/** A UUIDv7 (RFC 9562, section 5.7): those that are made one after the other here sort in that order. */
export function newCaptureId(now = Date.now()): string {
  if (now > last) {
    last = now
    count = 0
  } else {
    count += 1
  }
  // 4,096 in a millisecond; the next ones are dated ahead.
  if (count > 0xfff) {
    last += 1
    count = 0
  }
  const time = last.toString(16).padStart(12, '0')
  const counter = count.toString(16).padStart(3, '0')
  const random = crypto.randomUUID().slice(19)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${random}`
}
