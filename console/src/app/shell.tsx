import { useIsFetching } from '@tanstack/react-query'
import { Link, type LinkProps, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import {
  Bell,
  BookOpen,
  ChartNoAxesColumn,
  CircleUser,
  Ellipsis,
  FileUp,
  Film,
  HardDrive,
  KeyRound,
  ListTodo,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Puzzle,
  Search,
  SlidersHorizontal,
  Stethoscope,
  Sun,
  Users,
  Webhook,
  Zap,
} from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useLive } from '../live/use-live.ts'
import type { EntryOfAll } from '../palette/entry.ts'
import { useKeptRecent } from '../palette/use-here.ts'
import { paletteKey, paletteShortcut, usePalette } from '../palette/use-palette.tsx'
import { Pinned } from '../saved-searches/pinned.tsx'
import { reviewBefore, useCurrentReview } from '../together/current.ts'
import { useKeys } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-at.tsx'
import { useDropGuard } from '../uploads/drop-guard.ts'
import { resumeUploads } from '../uploads/resume-uploads.ts'
import { useUploads } from '../uploads/uploads.ts'
import { useAccount } from './account.ts'
import { Connection } from './connection.tsx'
import { ScreenLoading } from './fallbacks.tsx'
import { InboxLink, useInboxKey } from './inbox-link.tsx'
import { useSameUser } from './same-user.ts'
import { SidebarSearch, useSearchKey } from './search-box.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { type Theme, useTheme } from './theme.ts'
import { useSaid } from './use-said.ts'
import { useSignOut } from './use-sign-out.tsx'

interface Place {
  label: string
  icon: LucideIcon
  link: LinkProps
}

interface Leaving {
  signOut: () => void
}

const places: Place[] = [
  { label: 'Projects', icon: Film, link: { to: '/projects' } },
  { label: 'My shots', icon: ListTodo, link: { to: '/my-shots' } },
  { label: 'Reports', icon: ChartNoAxesColumn, link: { to: '/report' } },
  { label: 'Tokens', icon: KeyRound, link: { to: '/tokens' } },
  { label: 'Webhooks', icon: Webhook, link: { to: '/webhooks' } },
  { label: 'Preferences', icon: SlidersHorizontal, link: { to: '/preferences' } },
]

/** Those that are found by their names alone. */
const further: Place[] = [
  { label: 'Inbox', icon: Bell, link: { to: '/inbox' } },
  { label: 'Search all films', icon: Search, link: { to: '/search' } },
  { label: 'Import', icon: FileUp, link: { to: '/import' } },
]

/** There is room for so many at the edge of a phone, beside the palette, the inbox and the menu: the others are in it. */
const [atTheEdge, others] = [places.slice(0, 2), places.slice(2)]

/** What is around every screen: the places of the console, who is signed in, and whether the service can be reached. */
export function Shell() {
  const router = useRouter()
  useLive()
  useInboxKey()
  useSearchKey()
  useDropGuard()
  const { signOut, question } = useSignOut()
  const { openPalette, palette } = usePalette(useEntries(signOut))
  const { id } = useAccount()
  useSameUser(id)
  useKeptRecent(id)
  useUploadsOf(id)
  useSaid(id)
  useKeys({ m: () => void router.navigate({ to: '/my-shots' }) }, { everyScreen: true })
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-70 rounded-lg bg-accent text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <AtWork />
      <Sidebar signOut={signOut} onFind={openPalette} />
      <div className="flex min-w-0 flex-1 flex-col pb-14 md:pb-0 print:pb-0">
        <Connection />
        <Together />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar signOut={signOut} onFind={openPalette} />
      <Uploads />
      <SignInAgain />
      {palette}
      {question}
    </div>
  )
}

const ReviewBar = lazyPart(async () => (await import('../together/review-bar.tsx')).ReviewBar)

/** On every screen: one takes part in a review session wherever one goes. */
function Together() {
  const session = useCurrentReview()
  return session || reviewBefore() !== null ? <ReviewBar /> : null
}

const UploadPanel = lazyPart(async () => (await import('../uploads/upload-panel.tsx')).UploadPanel)

/** Outside of every screen: what is on its way goes on wherever one goes. */
function Uploads() {
  const uploads = useUploads()
  return uploads.length > 0 ? <UploadPanel uploads={uploads} /> : null
}

/** What was on its way when this user's page was closed goes on. */
function useUploadsOf(userId: string) {
  useEffect(() => {
    void resumeUploads(userId)
  }, [userId])
}

interface Finding extends Leaving {
  /** Opens the palette. */
  onFind: () => void
}

function Sidebar({ signOut, onFind }: Finding) {
  return (
    <header className="print:hidden sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-r border-line bg-surface p-3 md:flex">
      <Link
        to="/projects"
        className="mb-4 flex items-center gap-2.5 rounded-lg px-2 py-1.5 text-lg font-semibold tracking-tight"
      >
        <img src="/icon.svg" alt="" width={28} height={28} />
        Dailies
      </Link>
      <button
        type="button"
        aria-keyshortcuts={paletteShortcut}
        onClick={onFind}
        className="mb-2 flex h-10 w-full items-center gap-2 rounded-lg border border-line px-2.5 text-sm whitespace-nowrap text-muted hover:bg-sunken hover:text-ink"
      >
        <Zap size={16} className="shrink-0" aria-hidden />
        <span className="flex-1 text-left">Find anything</span>
        <kbd aria-hidden className="rounded border border-line px-1.5 font-mono text-xs">
          {paletteKey}
        </kbd>
      </button>
      <SidebarSearch />
      <nav aria-label="Main" className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <ul className="flex flex-col gap-0.5">
          {places.map(({ label, icon: Icon, link }) => (
            <li key={label}>
              <Link
                {...link}
                activeOptions={{ includeSearch: false }}
                className="flex items-center gap-3 rounded-lg px-3 py-2 text-muted hover:bg-sunken hover:text-ink"
                activeProps={{ className: 'bg-sunken !text-ink font-medium' }}
              >
                <Icon size={18} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
          <li>
            <InboxLink />
          </li>
        </ul>
        <Pinned />
      </nav>
      <Link
        to="/extension"
        className="mb-1 flex items-center gap-3 rounded-lg px-3 py-2 text-muted hover:bg-sunken hover:text-ink"
        activeProps={{ className: 'bg-sunken !text-ink font-medium' }}
      >
        <Puzzle size={18} aria-hidden />
        Get the extension
      </Link>
      <UserMenu signOut={signOut} />
    </header>
  )
}

function BottomBar({ signOut, onFind }: Finding) {
  const router = useRouter()
  const items: (MenuItem | 'line')[] = [
    ...others.map(({ label, icon, link }) => ({ label, icon, onSelect: () => router.navigate(link) })),
    ...useUserItems(signOut),
  ]
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 h-14 border-t border-line bg-surface md:hidden"
    >
      <ul className="flex">
        {atTheEdge.map(({ label, icon: Icon, link }) => (
          <li key={label} className="min-w-0 flex-1">
            <Link
              {...link}
              activeOptions={{ includeSearch: false }}
              className="flex flex-col items-center gap-0.5 py-2 text-xs text-muted"
              activeProps={{ className: '!text-accent font-semibold' }}
            >
              <Icon size={20} aria-hidden />
              <span className="max-w-full truncate">{label}</span>
            </Link>
          </li>
        ))}
        <li className="min-w-0 flex-1">
          <button
            type="button"
            onClick={onFind}
            className="flex w-full flex-col items-center gap-0.5 py-2 text-xs text-muted"
          >
            <Search size={20} aria-hidden />
            Search
          </button>
        </li>
        <li className="min-w-0 flex-1">
          <InboxLink narrow />
        </li>
        <li className="min-w-0 flex-1">
          <Menu
            trigger={
              <button
                type="button"
                className="flex w-full flex-col items-center gap-0.5 py-2 text-xs text-muted"
              >
                <Ellipsis size={20} aria-hidden />
                More
              </button>
            }
            items={items}
          />
        </li>
      </ul>
    </nav>
  )
}

function UserMenu({ signOut }: Leaving) {
  const account = useAccount()
  const items = useUserItems(signOut)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-sunken"
        >
          <CircleUser size={20} className="shrink-0 text-muted" aria-hidden />
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">{account.name}</span>
            <span className="block truncate text-xs text-muted">{account.email}</span>
          </span>
        </button>
      }
      items={items}
    />
  )
}

const themes: { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'System theme', icon: Monitor },
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
]

function useUserItems(signOut: () => void): (MenuItem | 'line')[] {
  return [...usePlacesOfUser(), 'line', ...useThemeItems(), 'line', signOutItem(signOut)]
}

function usePlacesOfUser(): MenuItem[] {
  const account = useAccount()
  const router = useRouter()
  return [
    { label: 'Account', icon: CircleUser, onSelect: () => router.navigate({ to: '/account' }) },
    ...(account.role === 'administrator'
      ? [
          { label: 'Users', icon: Users, onSelect: () => router.navigate({ to: '/users' }) },
          { label: 'Storage', icon: HardDrive, onSelect: () => router.navigate({ to: '/storage' }) },
          { label: 'Doctor', icon: Stethoscope, onSelect: () => router.navigate({ to: '/doctor' }) },
        ]
      : []),
    { label: 'Get the extension', icon: Puzzle, onSelect: () => router.navigate({ to: '/extension' }) },
    { label: 'API reference', icon: BookOpen, onSelect: () => window.open('/docs/', '_blank', 'noopener') },
  ]
}

function useThemeItems(): MenuItem[] {
  const [theme, setTheme] = useTheme()
  return themes.map((one) => ({
    label: one.theme === theme ? `${one.label} ✓` : one.label,
    icon: one.icon,
    onSelect: () => setTheme(one.theme),
  }))
}

function signOutItem(signOut: () => void): MenuItem {
  return { label: 'Sign out', icon: LogOut, onSelect: signOut }
}

/** All that is not of a film, by its name: where one goes, and what one does wherever one is. */
function useEntries(signOut: () => void): EntryOfAll[] {
  const router = useRouter()
  const entryOf = (kind: EntryOfAll['kind'], { label, icon, onSelect }: MenuItem, of?: string) => ({
    ...{ kind, name: label, icon, of },
    run: onSelect,
  })
  const going = [...places, ...further].map(({ link, ...of }) => ({
    ...of,
    onSelect: () => void router.navigate(link),
  }))
  return [
    ...[...going, ...usePlacesOfUser()].map((item) => entryOf('Go to', item)),
    ...useThemeItems().map((item) => entryOf('Action', item, 'Appearance')),
    entryOf('Action', signOutItem(signOut)),
  ]
}

/** A line of stripes at the top while something loads. */
function AtWork() {
  const fetching = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  const loading = useRouterState({ select: ({ isLoading }) => isLoading })
  if (!fetching && !loading) return null
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-1 slate-stripes animate-stripes" />
}
