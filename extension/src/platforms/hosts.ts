import { adapterFor, adapters, hostedAdapters } from './adapters.ts'
import { domainAt, domains } from './domains.ts'

/** The platform of the catalogue that a page belongs to, with an adapter or without one. */
export function platformAt(url: string): string | undefined {
  return adapterFor(url)?.platform ?? domainAt(url)
}

/** What to ask the browser's permission for: the pages of these platforms, and where their media are. */
export function hostsOf(platforms: readonly string[]): string[] {
  const known = adapters.filter(({ platform }) => platforms.includes(platform))
  const others = platforms.flatMap((platform) => domains[platform] ?? [])
  return [
    ...new Set([
      ...known.flatMap(({ hosts, media = [] }) => [...hosts, ...media]),
      ...others.map((domain) => `https://*.${domain}/*`),
    ]),
  ]
}

/** The pages of a platform, and no more than them: where its answers are read. None of a program on one's own machine. */
export function pagesOf(platform: string): string[] {
  const hosted = hostedAdapters.find((adapter) => adapter.platform === platform)
  return hosted ? [...hosted.hosts] : (domains[platform] ?? []).map((domain) => `https://*.${domain}/*`)
}

/** Slugs of all platforms that have pages. */
export const platformsWithPages: readonly string[] = [
  ...hostedAdapters.map(({ platform }) => platform),
  ...Object.keys(domains),
]
