const mostBytes = 8 * 1024 * 1024

/** Characters of a `data:` address that are decoded at once; whole groups of base64 (RFC 4648). */
const slice = 4 * 1024 * 1024

/**
 * What is behind an address that only this page can read; undefined when it is gone, or is put together by a script
 * (Media Source Extensions), of which no other can read it. The bytes stay with the browser, and are not in memory.
 */
export async function blobBehind(address: string): Promise<Blob | undefined> {
  try {
    if (address.startsWith('data:')) return blobOfData(address)
    return address.startsWith('blob:') ? await (await fetch(address)).blob() : undefined
  } catch {
    return undefined
  }
}

/** RFC 2397. Not fetched: the page's Content-Security-Policy may forbid it. */
function blobOfData(address: string): Blob | undefined {
  const comma = address.indexOf(',')
  if (comma === -1) return undefined
  const encoded = address.slice(comma + 1)
  const plain = /%/.test(encoded) ? decodeURIComponent(encoded) : encoded
  if (!/;base64$/i.test(address.slice(0, comma))) return new Blob([plain])
  const base64 = plain.replace(/\s/g, '')
  const parts: Blob[] = []
  for (let at = 0; at < base64.length; at += slice) {
    const text = atob(base64.slice(at, at + slice))
    parts.push(new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]))
  }
  return new Blob(parts)
}

/** In base64; undefined when it is more than 8 MiB, which is too much for one message. */
export async function smallBytes(blob: Blob): Promise<string | undefined> {
  return blob.size > 0 && blob.size <= mostBytes ? asBase64(blob) : undefined
}

export async function asBase64(blob: Blob): Promise<string> {
  if (blob.size === 0) return ''
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = reject
    reader.readAsDataURL(blob)
  })
  return (reader.result as string).replace(/^[^,]*,/, '')
}
