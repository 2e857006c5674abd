/** The host of an address, which says most of it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
