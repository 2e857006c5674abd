import { hostedAdapters } from './adapters.ts'
import { findAdapter } from './find-adapter.ts'
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
  const isEverywhere =
    sites.some((site) => site === '<all_urls>' || site === '*://*/*') ||
    everySite.every((site) => sites.includes(site))
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

/** As wxt.config.ts names them. */
function scriptOf(platform = 'local'): string {
  return `/platform-${platform}.js`
}
