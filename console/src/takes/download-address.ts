/** Where the original of a kept version is saved from, under a name as editors sort takes. */
export function downloadAddress(id: string): string {
  return `/api/media/${encodeURIComponent(id)}/original?download=true`
}
