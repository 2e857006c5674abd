import { big, joinBytes, latin1, utf8 } from './bytes.ts'

/** A WebM file with these tags in front of a cluster, their names in capitals as FFmpeg writes them. */
export function webm(tags: Record<string, string>): Uint8Array {
  const simple = Object.entries(tags).map(([name, value]) =>
    element('67c8', element('45a3', utf8(name.toUpperCase())), element('4487', utf8(value))),
  )
  const header = element('1a45dfa3', element('4282', latin1('webm')))
  const written = element('1254c367', element('7373', element('63c0'), ...simple))
  const segment = joinBytes(
    element('1549a966', new Uint8Array(20)),
    written,
    element('1f43b675', new Uint8Array(40)),
  )
  // The length of the segment is not known while it is written: all bits are set.
  return joinBytes(header, hex('18538067'), hex('01ffffffffffffff'), segment)
}

function element(id: string, ...content: Uint8Array[]): Uint8Array {
  const whole = joinBytes(...content)
  const size =
    whole.length < 127
      ? [0x80 + whole.length]
      : joinBytes([0x10 + (whole.length >> 24)], big(whole.length, 3))
  return joinBytes(hex(id), size, whole)
}

function hex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g)!, (byte) => Number.parseInt(byte, 16))
}
