import { reviewed } from './reviewed.ts'
import type { Stage } from './stage.ts'

export interface Screen {
  path: string
  /** Whoever looks at it: somebody signed in, nobody, or who entered by a review link with that secret. */
  as?: 'nobody' | { guestOf: string }
  /** Dialogs and menus that it has: what is pressed for each, one after the other. */
  opens?: (string | RegExp)[][]
}

/** Every screen of the console by what it is about, on the stage's film. `ids` are of its asset versions. */
export async function screensOf(stage: Stage, ids: readonly string[]) {
  const { projectId, sceneDbId, otherSceneDbId } = stage.film
  const { commentId, playlistId, reviewId, links, emptyProjectId } = await reviewed(stage, ids)
  const packages = await stage.user.get(`/api/projects/${projectId}/prompt-packages`)
  const parts = (...names: string[]) => names.map((name) => `/projects/${projectId}${name}`)
  const empty = ['/notes', '/playlists', '/links', '/film'].map(
    (part) => `/projects/${emptyProjectId}${part}`,
  )
  const guest = { guestOf: links.open }
  const screens = {
    production: seen(
      '/projects',
      '/trash',
      '/my-shots',
      '/report',
      ...parts('', '/characters', '/tags', '/members', '/activity', '/changes', '/trash', '/report'),
    ),
    takes: seen(
      ...[`/scenes/${sceneDbId}`, `/scenes/${otherSceneDbId}`],
      ...['/search', '/search?q=take', '/search?q=no-such-take'],
      ...[`/assets/${ids[0]}?comment=${commentId}`, `/assets/${ids[1]}`, `/compare?ids=${ids}`],
      `/scenes/${sceneDbId}/triage`,
      `/scenes/${sceneDbId}/contact-sheet`,
    ),
    review: [
      { path: parts('')[0]!, opens: [[/^More for/, 'Edit']] },
      { path: parts('/notes')[0]! },
      { path: parts('/playlists')[0]!, opens: [['New playlist']] },
      {
        path: parts(`/playlists/${playlistId}`)[0]!,
        opens: [['Reorder'], ['More for this playlist', 'Edit name and note']],
      },
      {
        path: parts('/links')[0]!,
        opens: [['New link'], [/^More for The distributor/, 'Change'], [/^More for For the/, 'Guests']],
      },
      { path: `/reviews/${reviewId}` },
    ],
    film: [
      { path: parts('/film')[0]!, opens: [['What changed'], ['Settings']] },
      { path: parts(`/film?scene=${sceneDbId}`)[0]! },
      ...seen(...empty),
    ],
    guests: [
      ...[links.open, links.locked, links.revoked].map((secret) => ({
        path: `/r/${secret}`,
        as: 'nobody' as const,
      })),
      { path: `/r/${links.open}`, as: guest },
      { path: `/r/${links.open}?take=${ids[0]}`, as: guest, opens: [[/^Draw/], [/^Changes/]] },
    ],
    prompts: seen(
      ...parts('/prompt-packages', '/import'),
      '/import',
      `/prompt-packages/${packages.body.data[0].id}`,
    ),
    installation: seen(
      ...['/tokens', '/webhooks', '/inbox', '/preferences', '/extension', '/account'],
      ...['/users', '/storage', '/doctor'],
      '/no/such/place',
    ),
    entrance: seen(
      ...['/sign-in', '/invitation#no-such-token', '/forgotten-password', '/new-password#no-such-link'],
    ).map((screen) => ({ ...screen, as: 'nobody' as const })),
  }
  return screens satisfies Record<string, Screen[]> as Record<Part, Screen[]>
}

export const partsOfConsole = [
  ...(['production', 'takes', 'review', 'film', 'guests', 'prompts', 'installation', 'entrance'] as const),
]

type Part = (typeof partsOfConsole)[number]

function seen(...paths: string[]): Screen[] {
  return paths.map((path) => ({ path }))
}
