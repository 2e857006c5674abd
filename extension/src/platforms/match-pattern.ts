/** Whether an address is covered by match patterns of the form `https://host/path*`. */
export function isCovered(address: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new URLPattern(pattern).test(address))
}

/** Every site of the web: only ever by the user's own wish. */
export const everySite: readonly string[] = ['http://*/*', 'https://*/*']

/** Permissions are for hosts, whatever path a pattern has. */
export function wholeHosts(patterns: readonly string[]): string[] {
  return [...new Set(patterns.map((pattern) => pattern.replace(/^(\w+:\/\/[^/]+)\/.*$/, '$1/*')))]
}
