import { big, joinBytes, latin1, utf8 } from './bytes.ts'

export function box(type: string, ...content: (Uint8Array | number[])[]): Uint8Array {
  const whole = joinBytes(...content)
  return joinBytes(big(whole.length + 8, 4), latin1(type), whole)
}

/** `ftyp`, then these boxes and some picture data. */
export function mp4(...boxes: Uint8Array[]): Uint8Array {
  return joinBytes(box('ftyp', latin1('isom\0\0\x02\0isommp42')), ...boxes, box('mdat', new Uint8Array(64)))
}

/** As FFmpeg writes tags with `-movflags use_metadata_tags`: keys, and items that are numbered after them. */
export function keyTags(tags: Record<string, string>): Uint8Array {
  const names = Object.keys(tags)
  const keys = box('keys', big(0, 4), big(names.length, 4), ...names.map((name) => box('mdta', latin1(name))))
  const items = names.map((name, index) => {
    const item = box('data', big(1, 4), big(0, 4), utf8(tags[name]!))
    return joinBytes(big(item.length + 8, 4), big(index + 1, 4), item)
  })
  return meta('mdta', keys, box('ilst', ...items))
}

/** As FFmpeg writes tags otherwise: iTunes' types. */
export function itunesTags(tags: Record<string, string>): Uint8Array {
  const items = Object.entries(tags).map(([type, value]) =>
    box(type, box('data', big(1, 4), big(0, 4), utf8(value))),
  )
  return meta('mdir', box('ilst', ...items))
}

function meta(handler: string, ...boxes: Uint8Array[]): Uint8Array {
  const hdlr = box('hdlr', big(0, 8), latin1(handler), new Uint8Array(13))
  return box('meta', big(0, 4), hdlr, ...boxes)
}

/** A movie with these tags in its user data. */
export function movie(tags: Uint8Array): Uint8Array {
  return box('moov', box('mvhd', new Uint8Array(100)), box('udta', tags))
}

export function c2paBox(store: Uint8Array): Uint8Array {
  const uuid = Uint8Array.from('d8fec3d61b0e483c92975828877ec481'.match(/../g)!, (byte) =>
    Number.parseInt(byte, 16),
  )
  return box('uuid', uuid, big(0, 4), latin1('manifest\0'), big(0, 8), store)
}
