import type { Stage } from './stage.ts'

interface Screen {
  path: string
  signedOut?: boolean
}

/** Every screen of the console, on the stage's film. `ids` are of its asset versions. */
export async function screensOf({ film, user }: Stage, ids: readonly string[]): Promise<Screen[]> {
  const { projectId, sceneDbId, otherSceneDbId } = film
  const packages = await user.get(`/api/projects/${projectId}/prompt-packages`)
  const signedIn = [
    '/projects',
    '/my-shots',
    `/projects/${projectId}`,
    `/projects/${projectId}/characters`,
    `/projects/${projectId}/prompt-packages`,
    `/projects/${projectId}/members`,
    `/projects/${projectId}/activity`,
    `/projects/${projectId}/report`,
    `/projects/${projectId}/import`,
    '/import',
    `/scenes/${sceneDbId}`,
    `/scenes/${otherSceneDbId}`,
    `/assets/${ids[0]}`,
    `/compare?ids=${ids}`,
    `/prompt-packages/${packages.body.data[0].id}`,
    '/tokens',
    '/webhooks',
    '/inbox',
    '/preferences',
    '/extension',
    '/account',
    '/users',
    '/storage',
    '/no/such/place',
  ]
  const signedOut = [
    ...['/sign-in', '/invitation#no-such-token'],
    ...['/forgotten-password', '/new-password#no-such-link'],
  ]
  return [...signedIn.map((path) => ({ path })), ...signedOut.map((path) => ({ path, signedOut: true }))]
}
