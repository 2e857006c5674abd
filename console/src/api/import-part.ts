/** Files that are there, as those of the page itself, and those that are on their way. */
const fetched = new Map<string, Promise<void>>(
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => [
    new URL(href).pathname.slice(1),
    Promise.resolve(),
  ]),
)

/**
 * Around every `import()` of the built console: fetches the part and all that it is made of before it is run. Browsers
 * remember for as long as the page lives that a module could not be loaded, and ask for it no more: one `import()`
 * while the service is away would lose the part for good. What was fetched never changes, and so is not asked for again.
 */
export async function importPart<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce))
  return load()
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file) ?? fetchFile(file)
  fetched.set(file, known)
  // Only what failed is worth another try.
  known.catch(() => fetched.delete(file))
  return known
}

async function fetchFile(file: string): Promise<void> {
  const answer = await fetch(`/${file}`)
  if (!answer.ok) throw new Error(`${file} is answered with ${answer.status}`)
  await answer.arrayBuffer()
}
