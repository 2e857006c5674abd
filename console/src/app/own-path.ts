/** Where to go on after signing in: only ever a place of the console, whatever an address says. */
export function ownPath(to: string | null | undefined): string {
  if (!to?.startsWith('/')) return '/projects'
  // Browsers leave out tabs and line ends, and take \ for /: it is looked at as they read it.
  const url = URL.parse(to, 'https://dailies.invalid')
  return url?.origin === 'https://dailies.invalid' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : '/projects'
}
