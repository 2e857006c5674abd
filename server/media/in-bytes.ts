const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']

/** An amount for people: `18.7 MB`. */
export function inBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`
}
