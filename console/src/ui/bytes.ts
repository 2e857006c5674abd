const units = ['kB', 'MB', 'GB', 'TB', 'PB']

/** As people and shops count them, by thousands, as the service does: 812 bytes, 4.23 MB, 38.4 GB. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  let value = bytes / 1000
  let unit = 0
  // What would be rounded to 1000 is one of the next.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${Number(value.toPrecision(3)).toLocaleString()} ${units[unit]}`
}
