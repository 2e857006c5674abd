const longest = 20 * 1024 * 1024

/** The text of a file, in whichever encoding its program wrote it. Throws in words for people. */
export async function readText(file: File): Promise<string> {
  if (file.size > longest) throw new Error('This file is too large: 20 MB at most.')
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The browser could not read the file. Choose it again.')
  })
  return decode(new Uint8Array(bytes))
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Older programs of Windows.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
