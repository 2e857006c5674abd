/** Whether an address is covered by match patterns of the form `https://host/path*`. */
export function isCovered(address: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new URLPattern(pattern).test(address))
}
