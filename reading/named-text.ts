/** A text of the file, decoded, under the name it has there. */
export interface NamedText {
  name: string
  text: string
  /** Where it stands: `png:parameters`, `exif:UserComment`, `mp4:prompt` … */
  format: string
  /** What it says, if it is JSON. */
  json?: unknown
}

/** The first that has one of these names, in any case. */
export function textNamed(texts: readonly NamedText[], ...names: string[]): NamedText | undefined {
  return texts.find(({ name }) => names.includes(name.toLowerCase()))
}
