import type { ReviewScreen, ReviewState } from '@dailies/contract/review.ts'

/** The same text for the same screen. */
export function keyOfScreen(screen: ReviewScreen): string {
  if (screen.kind === 'film') return `film ${screen.act} ${screen.sceneDbId}`
  return screen.kind === 'playlist' ? `playlist ${screen.id}` : 'take'
}

/** Which part of the film a screen plays. */
export function filmScreen({ act, scene }: { act?: string | undefined; scene?: string | undefined }) {
  return { kind: 'film' as const, act: act === undefined ? null : Number(act), sceneDbId: scene ?? null }
}

/** Where what is shown is to be found in the console. */
export function linkTo({ screen, assetVersionId }: ReviewState, projectId: string) {
  if (screen.kind === 'film') {
    const { act, sceneDbId } = screen
    const search = {
      ...(act !== null && { act: String(act) }),
      ...(sceneDbId !== null && { scene: sceneDbId }),
    }
    return { to: '/projects/$projectId/film' as const, params: { projectId }, search }
  }
  if (screen.kind === 'playlist') {
    const params = { projectId, playlistId: screen.id }
    return { to: '/projects/$projectId/playlists/$playlistId' as const, params }
  }
  return { to: '/assets/$assetId' as const, params: { assetId: assetVersionId ?? '' } }
}

/** The same text wherever the same is shown, whatever else the address says. */
export function placeOf({ screen, assetVersionId }: ReviewState, projectId: string): string {
  const { kind } = screen
  if (kind === 'film') return `/projects/${projectId}/film ${keyOfScreen(screen)}`
  return kind === 'playlist' ? `/projects/${projectId}/playlists/${screen.id}` : `/assets/${assetVersionId}`
}

/** That of the screen on which one is. */
export function placeHere({ pathname, search }: { pathname: string; search: object }): string {
  return pathname.endsWith('/film') ? `${pathname} ${keyOfScreen(filmScreen(search))}` : pathname
}
