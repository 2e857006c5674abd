import { recipes } from '../network/recipes/recipes.ts'
import { hostedAdapters } from './adapters.ts'
import { findAdapter } from './find-adapter.ts'
import { pagesOf, platformAt, platformsWithPages } from './hosts.ts'
import { everySite, wholeHosts } from './match-pattern.ts'

/** A registration of content scripts, as `scripting.registerContentScripts` takes it. */
export interface PageScripts {
  id: string
  js: string[]
  matches: string[]
  excludeMatches?: string[]
}

/** The scripts for a page, in their order. */
export function scriptsFor(url: string): string[] {
  return [scriptOf(findAdapter(hostedAdapters, url)?.platform), '/page.js']
}

/**
 * The scripts for all sites that the user allowed: one registration for each hosted platform, and one for all the rest.
 * `excluded` sites have none.
 */
export function scriptsForSites(sites: readonly string[], excluded: readonly string[] = []): PageScripts[] {
  const isEverywhere = isEverySite(sites)
  const allowed = hostedAdapters.filter(
    ({ hosts }) => isEverywhere || wholeHosts(hosts).every((host) => sites.includes(host)),
  )
  const hosts = allowed.flatMap((adapter) => adapter.hosts)
  // Where media are nobody looks at them; and the rest of a host that has a platform below a path is none of ours.
  const media = hostedAdapters.flatMap((adapter) => adapter.media ?? [])
  const ofPlatforms = new Set([...wholeHosts(hosts), ...media])
  const others = sites.filter((site) => !ofPlatforms.has(site))
  const registrations = allowed.map(({ platform, hosts }) => ({
    id: platform,
    platform,
    matches: [...hosts],
    except: excluded,
  }))
  const except = [...hosts, ...(isEverywhere ? media : []), ...excluded]
  const rest = { id: 'page', platform: undefined, matches: others, except }
  return [...registrations, rest]
    .filter(({ matches }) => matches.length > 0)
    .map(({ id, platform, matches, except }) => ({
      id,
      js: [scriptOf(platform), '/page.js'],
      matches,
      ...(except.length > 0 && { excludeMatches: [...except] }),
    }))
}

function isEverySite(sites: readonly string[]): boolean {
  return (
    sites.some((site) => site === '<all_urls>' || site === '*://*/*') ||
    everySite.every((site) => sites.includes(site))
  )
}

/** A registration that begins before any script of a page. */
export interface EarlyScripts extends PageScripts {
  runAt: 'document_start'
  world: 'MAIN' | 'ISOLATED'
}

/**
 * What observes and keeps the answers that pages get: on platforms alone that the user allowed and switched on (all, where nothing is
 * known of that yet), and on no other site, even where every site is allowed.
 */
export function answerScripts(sites: readonly string[], enabled?: readonly string[]): EarlyScripts[] {
  const platforms = platformsWithPages
    .filter((platform) => !enabled || enabled.includes(platform))
    .map((platform) => ({ platform, matches: pagesOf(platform) }))
    .filter(({ matches }) => isEverySite(sites) || wholeHosts(matches).every((host) => sites.includes(host)))
  const all = platforms.flatMap(({ matches }) => matches)
  if (all.length === 0) return []
  return [
    { id: 'observe', js: ['/observe.js'], matches: all, runAt: 'document_start', world: 'MAIN' },
    { id: 'keep', js: ['/keep.js'], matches: all, runAt: 'document_start', world: 'ISOLATED' },
  ]
}

/** What reads the answers of a page where they are kept, in their order. */
export function readerScripts(url: string): string[] {
  const platform = platformAt(url)
  if (!platform || !platformsWithPages.includes(platform)) return []
  const hasRecipe = recipes.some((recipe) => recipe.platform === platform)
  return [...(hasRecipe ? [`/recipe-${platform}.js`] : []), '/answers.js']
}

/** As wxt.config.ts names them. */
function scriptOf(platform = 'local'): string {
  return `/platform-${platform}.js`
}
