/** Where an asset version is shown in full. */
export function versionAddress(id: string): string {
  return `/assets/${encodeURIComponent(id)}`
}

/** Where versions stand side by side: those of a compare group, or those named. */
export function compareAddress(search: { scene: string; group?: string; ids?: string }): string {
  return `/compare?${new URLSearchParams(search)}`
}

/** Id of the element of a card. */
export function takeElementId(id: string): string {
  return `take-${id}`
}
