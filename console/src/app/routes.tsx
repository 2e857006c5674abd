import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { DailiesError } from '../../../sdk/src/error.ts'
import type { Reply } from '../api/call.ts'
import { query } from '../api/queries.ts'
import { askForScene } from '../takes/board.ts'
import { boardSearch } from '../takes/board-search.ts'
import { rememberedView } from '../takes/remembered-stacks.ts'
import { ScreenFailed, ScreenLoading, ScreenMissing } from './fallbacks.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { Shell } from './shell.tsx'

/** Search parameters are plain text: what somebody reads in the address is what the screen gets. */
type Search = Record<string, string | undefined>

const texts =
  <K extends string>(...names: K[]) =>
  (search: Search): { [name in K]?: string } =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as {
      [name in K]?: string
    }

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('to'),
  component: lazyScreen(() => import('../screens/account/sign-in.tsx'), 'SignIn'),
})

const providerReturn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/provider',
  component: lazyScreen(() => import('../screens/account/provider-return.tsx'), 'ProviderReturn'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyScreen(() => import('../screens/account/set-up.tsx'), 'SetUp'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyScreen(() => import('../screens/account/invitation.tsx'), 'Invitation'),
})

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyScreen(() => import('../screens/account/forgotten-password.tsx'), 'ForgottenPassword'),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyScreen(() => import('../screens/account/new-password.tsx'), 'NewPassword'),
})

/** For whoever has the address, without an account. */
const guest = createRoute({
  getParentRoute: () => root,
  path: '/r/$secret',
  validateSearch: texts('take', 'comment', 'play'),
  component: lazyScreen(() => import('../screens/guest/guest.tsx'), 'Guest'),
})

/** For whoever may do nothing else yet. */
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: texts('to'),
  loader: async ({ context, location }) => {
    await accountOrSignIn(context, texts('to')(location.search as Search))
  },
  component: lazyScreen(
    () => import('../screens/account/required-second-factor.tsx'),
    'RequiredSecondFactor',
  ),
})

/** Who is signed in; whoever is not is asked to, and led on from there. */
async function accountOrSignIn(
  { queryClient }: { queryClient: QueryClient },
  search: { to?: string },
): Promise<Reply<'readAccount'>['data']> {
  try {
    return (await queryClient.ensureQueryData(query('readAccount', {}))).data
  } catch (error) {
    if (!(error instanceof DailiesError) || error.status !== 401) throw error
    throw redirect({ to: '/sign-in', search })
  }
}

/** Everything that needs somebody signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location, matches }) => {
    const isPlace = location.href !== '/' && matches.at(-1)?.routeId !== '/signed-in/$'
    const search = isPlace ? { to: location.href } : {}
    const { secondFactorMissing } = await accountOrSignIn(context, search)
    if (secondFactorMissing) throw redirect({ to: '/second-factor', search })
  },
  component: Shell,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  validateSearch: texts('status', 'q'),
  component: lazyScreen(() => import('../screens/projects/projects.tsx'), 'Projects'),
})

const deletedProjects = createRoute({
  getParentRoute: () => signedIn,
  path: '/trash',
  component: lazyScreen(() => import('../screens/trash/deleted-projects.tsx'), 'DeletedProjects'),
})

const myShots = createRoute({
  getParentRoute: () => signedIn,
  path: '/my-shots',
  validateSearch: texts('film', 'state'),
  component: lazyScreen(() => import('../screens/my-shots/my-shots.tsx'), 'MyShots'),
})

const filmsReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/report',
  validateSearch: texts('from', 'to', 'sort'),
  component: lazyScreen(() => import('../screens/reports/films-report.tsx'), 'FilmsReport'),
})

const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/search',
  validateSearch: texts('q', 'sort', 'at', 'like', 'look'),
  component: lazyScreen(() => import('../screens/search/search.tsx'), 'Search'),
})

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  component: lazyScreen(() => import('../screens/project/project.tsx'), 'Project'),
})

const projectScenes = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyScreen(() => import('../screens/project/scenes.tsx'), 'Scenes'),
})

const characters = createRoute({
  getParentRoute: () => project,
  path: '/characters',
  component: lazyScreen(() => import('../screens/project/characters.tsx'), 'Characters'),
})

const promptPackages = createRoute({
  getParentRoute: () => project,
  path: '/prompt-packages',
  validateSearch: texts('q', 'from'),
  component: lazyScreen(() => import('../screens/prompt-packages/prompt-packages.tsx'), 'PromptPackages'),
})

const playlists = createRoute({
  getParentRoute: () => project,
  path: '/playlists',
  validateSearch: texts('q'),
  component: lazyScreen(() => import('../screens/playlists/playlists.tsx'), 'Playlists'),
})

const playlist = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/playlists/$playlistId',
  component: lazyScreen(() => import('../screens/playlists/playlist.tsx'), 'PlaylistScreen'),
})

const tags = createRoute({
  getParentRoute: () => project,
  path: '/tags',
  validateSearch: texts('q', 'sort'),
  component: lazyScreen(() => import('../screens/tags/tags.tsx'), 'Tags'),
})

const members = createRoute({
  getParentRoute: () => project,
  path: '/members',
  component: lazyScreen(() => import('../screens/members/members.tsx'), 'Members'),
})

const activity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  validateSearch: texts('by', 'kind'),
  component: lazyScreen(() => import('../screens/activity/activity.tsx'), 'Activity'),
})

const changes = createRoute({
  getParentRoute: () => project,
  path: '/changes',
  component: lazyScreen(() => import('../screens/changes/changes.tsx'), 'Changes'),
})

const trash = createRoute({
  getParentRoute: () => project,
  path: '/trash',
  component: lazyScreen(() => import('../screens/trash/trash.tsx'), 'Trash'),
})

const notes = createRoute({
  getParentRoute: () => project,
  path: '/notes',
  validateSearch: texts('scene', 'shot', 'by', 'me'),
  component: lazyScreen(() => import('../screens/notes/notes.tsx'), 'Notes'),
})

const report = createRoute({
  getParentRoute: () => project,
  path: '/report',
  validateSearch: texts('from', 'to', 'by'),
  component: lazyScreen(() => import('../screens/reports/report.tsx'), 'Report'),
})

const links = createRoute({
  getParentRoute: () => project,
  path: '/links',
  validateSearch: texts('film', 'scene', 'playlist'),
  component: lazyScreen(() => import('../screens/links/links.tsx'), 'Links'),
})

const importInto = createRoute({
  getParentRoute: () => project,
  path: '/import',
  component: lazyScreen(() => import('../screens/import/import-into.tsx'), 'ImportInto'),
})

const film = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/film',
  validateSearch: texts('act', 'scene', 'play'),
  // As that of a scene, below: it starts to play the sooner.
  loader: ({ context: { queryClient }, params: { projectId: id }, location, cause }) => {
    const { act, scene: sceneDbId } = texts('act', 'scene')(location.search as Search)
    if (cause === 'stay') return undefined
    return Promise.all([
      queryClient.prefetchQuery(query('readCut', { params: { id }, query: { act, sceneDbId } })),
      queryClient.prefetchQuery(query('readProject', { params: { id } })),
    ])
  },
  component: lazyScreen(() => import('../screens/film/film.tsx'), 'Film'),
})

const rightsSheet = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/rights-sheet',
  validateSearch: texts('date'),
  component: lazyScreen(() => import('../screens/rights-sheet/rights-sheet.tsx'), 'RightsSheet'),
})

const importWorkspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/import',
  component: lazyScreen(() => import('../screens/import/import-workspace.tsx'), 'ImportWorkspace'),
})

const scene = createRoute({
  getParentRoute: () => signedIn,
  path: '/scenes/$sceneId',
  validateSearch: boardSearch,
  // What it cannot do without is asked for while its code is on its way. Were the screen to wait for it in a Suspense,
  // React would show it no sooner than 0.3 s after what stands in its place.
  loader: ({ context, params, location, cause }) => {
    const { at: _, ...view } = boardSearch(location.search)
    if (cause === 'stay') return undefined
    return askForScene(context.queryClient, params.sceneId, rememberedView(view))
  },
  component: lazyScreen(() => import('../screens/scene/scene.tsx'), 'Scene'),
})

const version = createRoute({
  getParentRoute: () => signedIn,
  path: '/assets/$assetId',
  validateSearch: texts('comment'),
  component: lazyScreen(() => import('../screens/version/version.tsx'), 'Version'),
})

const triage = createRoute({
  getParentRoute: () => signedIn,
  path: '/scenes/$sceneId/triage',
  validateSearch: boardSearch,
  component: lazyScreen(() => import('../screens/triage/triage.tsx'), 'Triage'),
})

const contactSheet = createRoute({
  getParentRoute: () => signedIn,
  path: '/scenes/$sceneId/contact-sheet',
  validateSearch: boardSearch,
  component: lazyScreen(() => import('../screens/contact-sheet/contact-sheet.tsx'), 'ContactSheet'),
})

const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/reviews/$reviewId',
  component: lazyScreen(() => import('../screens/review/review.tsx'), 'Review'),
})

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: '/compare',
  validateSearch: texts('ids', 'scene', 'group', 'view'),
  component: lazyScreen(() => import('../screens/compare/compare.tsx'), 'Compare'),
})

const promptPackage = createRoute({
  getParentRoute: () => signedIn,
  path: '/prompt-packages/$promptPackageId',
  component: lazyScreen(() => import('../screens/prompt-packages/prompt-package.tsx'), 'PromptPackage'),
})

const tokens = createRoute({
  getParentRoute: () => signedIn,
  path: '/tokens',
  validateSearch: texts('show'),
  component: lazyScreen(() => import('../screens/tokens/tokens.tsx'), 'Tokens'),
})

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  component: lazyScreen(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$webhookId',
  validateSearch: texts('status', 'delivery'),
  component: lazyScreen(() => import('../screens/webhooks/webhook.tsx'), 'Webhook'),
})

const preferences = createRoute({
  getParentRoute: () => signedIn,
  path: '/preferences',
  component: lazyScreen(() => import('../screens/preferences/preferences.tsx'), 'Preferences'),
})

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  component: lazyScreen(() => import('../screens/inbox/inbox.tsx'), 'Inbox'),
})

const extension = createRoute({
  getParentRoute: () => signedIn,
  path: '/extension',
  component: lazyScreen(() => import('../screens/extension/get-extension.tsx'), 'GetExtension'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyScreen(() => import('../screens/account/account.tsx'), 'Account'),
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  validateSearch: texts('invite'),
  component: lazyScreen(() => import('../screens/account/users.tsx'), 'Users'),
})

const storage = createRoute({
  getParentRoute: () => signedIn,
  path: '/storage',
  component: lazyScreen(() => import('../screens/storage/storage.tsx'), 'Storage'),
})

const doctor = createRoute({
  getParentRoute: () => signedIn,
  path: '/doctor',
  component: lazyScreen(() => import('../screens/doctor/doctor.tsx'), 'Doctor'),
})

/** Any other address. Whoever is not signed in is asked to, and not led back here. */
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: ScreenMissing })

const tree = root.addChildren([
  signIn,
  providerReturn,
  setUp,
  invitation,
  forgottenPassword,
  newPassword,
  guest,
  secondFactor,
  signedIn.addChildren([
    home,
    projects,
    deletedProjects,
    myShots,
    filmsReport,
    search,
    project.addChildren([
      projectScenes,
      characters,
      promptPackages,
      playlists,
      tags,
      members,
      notes,
      activity,
      changes,
      trash,
      report,
      links,
      importInto,
    ]),
    playlist,
    film,
    rightsSheet,
    importWorkspace,
    scene,
    triage,
    contactSheet,
    version,
    review,
    compare,
    promptPackage,
    tokens,
    webhooks,
    webhook,
    inbox,
    preferences,
    extension,
    account,
    users,
    storage,
    doctor,
    elsewhere,
  ]),
])

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: ScreenLoading,
    defaultErrorComponent: ScreenFailed,
    defaultNotFoundComponent: ScreenMissing,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      return text && `?${text}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
