const mostBytes = 8 * 1024 * 1024

/** What is behind an address that only this page can read, in base64; undefined when it is more than 8 MiB, or gone. */
export async function readBytes(address: string): Promise<string | undefined> {
  try {
    if (address.startsWith('data:')) return bytesOfData(address)
    if (!address.startsWith('blob:')) return undefined
    const blob = await (await fetch(address)).blob()
    return blob.size <= mostBytes ? await asBase64(blob) : undefined
  } catch {
    return undefined
  }
}

/** RFC 2397. Not fetched: the page's Content-Security-Policy may forbid it. */
async function bytesOfData(address: string): Promise<string | undefined> {
  const comma = address.indexOf(',')
  const encoded = address.slice(comma + 1)
  if (comma === -1 || encoded.length > mostBytes * 1.5) return undefined
  const plain = /%/.test(encoded) ? decodeURIComponent(encoded) : encoded
  if (!/;base64$/i.test(address.slice(0, comma))) return asBase64(new Blob([plain]))
  const base64 = plain.replace(/\s/g, '')
  return base64.length * 0.75 <= mostBytes + 2 ? base64 : undefined
}

async function asBase64(blob: Blob): Promise<string> {
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = reject
    reader.readAsDataURL(blob)
  })
  return (reader.result as string).replace(/^[^,]*,/, '')
}
