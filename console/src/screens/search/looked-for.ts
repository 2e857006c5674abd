/** Files are on the disk, or in the memory where they were pasted: of more the words have to do. */
const mostKept = 8

/** Pictures that were looked for since the page was loaded, by who looked and how they look. */
const pictures = new Map<string, File>()

interface Looked {
  user: string
  look: string
}

export function keepPicture({ user, look }: Looked, picture: File): void {
  const key = `${user} ${look}`
  pictures.delete(key)
  pictures.set(key, picture)
  const [oldest] = pictures.keys()
  if (pictures.size > mostKept && oldest !== undefined) pictures.delete(oldest)
}

/** The picture that somebody looked for, as long as it is there. */
export function pictureOf({ user, look }: Looked): File | undefined {
  return pictures.get(`${user} ${look}`)
}
