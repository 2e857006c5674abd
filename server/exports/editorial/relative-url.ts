/** From the folder of the timeline, as an address has it (RFC 3986): `./media/a%20b.mp4`. */
export function relativeUrl(path: string): string {
  return `./${path.split('/').map(encodeURIComponent).join('/')}`
}
