/** The address without what only machines read. */
export function shortAddress(address: string): string {
  const short = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/[?#].*$/s, '')
  return short.length > 80 ? `${short.slice(0, 50)}…${short.slice(-25)}` : short
}
