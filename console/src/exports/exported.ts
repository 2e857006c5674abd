/** What is handed over: the film, an act or a scene of it; a playlist; or takes, in this order. */
export type Exported =
  | { of: 'film'; act?: string | undefined; scene?: string | undefined }
  | { of: 'playlist'; playlistId: string }
  | { of: 'versions'; versionIds: string[] }

/** As it stands in what is asked for. */
export function bodyOf(what: Exported) {
  if (what.of !== 'film') return what
  const { of, act, scene } = what
  return {
    of,
    ...(act !== undefined && { act: Number(act) }),
    ...(scene !== undefined && { sceneDbId: scene }),
  }
}

/** What is in it, in words. */
export function nameOf(what: Exported): string {
  if (what.of === 'playlist') return 'the takes of the playlist, one after the other'
  if (what.of === 'versions')
    return what.versionIds.length === 1 ? 'the take' : `${what.versionIds.length} takes, one after the other`
  if (what.scene !== undefined) return 'the winners of the scene'
  return what.act === undefined ? 'the film' : `act ${what.act} of the film`
}
