const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** `34 MB`, in the browser's language; of 1,000, as the units are called. */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  const style = { style: 'unit', unit: units[power]!, unitDisplay: power === 0 ? 'long' : 'short' } as const
  return value.toLocaleString(undefined, { ...style, maximumFractionDigits: power > 0 && value < 10 ? 1 : 0 })
}
