import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import type { Connection } from '../db/database.ts'
import { ofListColumn } from '../db/json-column.ts'
import { measuresOf } from '../media/summary.ts'
import { pauses } from '../pauses.ts'
import type { Actor } from '../production/membership.ts'
import { foldedText, term } from './document.ts'
import type { SearchIndex } from './index.ts'
import { type Candidate, findScenesByNumber, findShotsByCode, listNames, type Reached } from './queries.ts'
import type { Amounts, Filter, Needle, Query } from './query.ts'
import { isSaidByTerms, type Lookup, type Term, termsOfNeedle } from './terms.ts'
import { wordsAlone, wordsOf } from './words.ts'

/** How a search is carried out: what the index is asked, and what it takes beyond that. */
export interface Plan {
  /** Undefined where nothing can answer to it. */
  lookup: Lookup | undefined
  /**
   * The terms of the projects, of which a version is to have one, where they are too many to be asked for as long as most of what is
   * found is in reach.
   */
  ofProjects: readonly string[] | undefined
  /** What the filters ask of a row that is read for every search. */
  acceptsReached: Check<Reached>
  /** What they ask of what is not read for every search; undefined where they ask nothing of it. */
  accepts: Check<Candidate> | undefined
  /** Those whose words have to be looked for in the texts themselves. */
  inTexts: readonly Needle[]
  /** Whether that takes what is known of the media, or of notes. */
  asksForMore: boolean
  /**
   * What to ask for the newest versions: beginnings of words that so many have that it is quicker to look at all of these than to have the
   * index put together where each of the words stands. All needles have to be looked for in the texts then.
   */
  ofNewest: Lookup | undefined
}

/** Characters of a beginning with which very many words may begin. */
const shortBeginning = 4

/** More of them than an index goes by: all are looked for in the texts. */
const mostNeedles = 8

interface Reach {
  actor: Actor
  projects: readonly { id: string; name: string }[]
}

/** What one filter asks of the index, if it can, and of what was found. */
interface Asking<Row = Candidate> {
  /** Versions that answer have one of these, of which each of those words is a beginning. */
  terms?: readonly string[]
  beginnings?: readonly string[]
  accepts: Check<Row>
}

type Check<Row> = (row: Row) => boolean

/** The index is always asked for so few projects alone; for more than so many never: what is out of reach is left out then. */
const [fewProjects, mostProjects] = [20, 300]

/** Scenes or shots of one number, people of one name: more of them than anybody has. */
const mostNamed = 1000

export async function planOf(
  db: Connection,
  query: Query,
  { isExact, ...reach }: Reach & Pick<SearchIndex, 'isExact'>,
): Promise<Plan> {
  const every: Term[] = []
  const some: string[][] = []
  const none: Term[] = []
  const inTexts: Needle[] = []
  const ids = reach.projects.map(({ id }) => id)
  const ofProjects = ids.map(term.project)
  if (ids.length <= fewProjects) some.push(ofProjects)

  for (const needle of query.needles) {
    const terms = termsOfNeedle(needle)
    const isPlain = !needle.isExcluded && !terms.some(({ isPrefix }) => isPrefix)
    const isSaid = isSaidByTerms(needle) && (isExact || isPlain) && query.needles.length <= mostNeedles
    if (!isSaid) inTexts.push(needle)
    if (!needle.isExcluded) every.push(...terms)
    else if (isSaid && !terms.some(isShortBeginning)) none.push(...terms)
    else if (isSaid) inTexts.push(needle)
  }

  const checksOfReached: Check<Reached>[] = []
  for (const filter of query.filters.filter(looksAtReached)) {
    const asking = askingOfReached(filter)
    checksOfReached.push(checkOf(filter, [asking]))
    if (!filter.isExcluded && asking.terms) some.push([...asking.terms])
  }
  const checks: Check<Candidate>[] = []
  for (const group of groupsOf(query.filters.filter(looksAtMore))) {
    const askings: Asking[] = []
    for (const filter of group) askings.push(await askingOf(db, filter, reach))
    checks.push(checkOf(group[0]!, askings))
    if (group[0]!.isExcluded) continue
    const [only, ...others] = askings
    if (others.length === 0 && only?.beginnings)
      every.push(...only.beginnings.map((beginning) => ({ term: beginning, isPrefix: true })))
    else if (askings.every(({ terms }) => terms !== undefined))
      some.push(askings.flatMap(({ terms }) => terms!))
  }
  const isPossible = ids.length > 0 && some.every((terms) => terms.length > 0)
  // An index finds nothing by what is not to be there: where nothing else is asked, all is looked at.
  const isAsked = every.length > 0 || some.length > 0
  const lookup = isPossible ? { every, some, none: isAsked ? none : [] } : undefined
  const longer = every.filter((one) => !isShortBeginning(one))
  return {
    lookup,
    ofProjects: ids.length > fewProjects && ids.length <= mostProjects ? ofProjects : undefined,
    ofNewest: lookup && longer.length < every.length ? { ...lookup, every: longer } : undefined,
    acceptsReached: (row) => checksOfReached.every((check) => check(row)),
    accepts: checks.length > 0 ? (candidate) => checks.every((check) => check(candidate)) : undefined,
    asksForMore: query.filters.some(asksForMore),
    inTexts: isAsked ? inTexts : query.needles,
  }
}

function asksForMore(filter: Filter): boolean {
  if (filter.field === 'is') return filter.choice !== 'WINNER'
  return filter.field === 'has' || filter.field === 'length' || filter.field === 'size'
}

function isShortBeginning({ term, isPrefix }: Term): boolean {
  return isPrefix && term.length <= shortBeginning
}

/** Those that look at no more than what is read for every search, and the others. */
type OfReached = Filter & { field: 'cost' | 'date' }
type OfMore = Filter & { field: Exclude<Filter['field'], OfReached['field']> }

const looksAtReached = (filter: Filter): filter is OfReached =>
  filter.field === 'cost' || filter.field === 'date'

const looksAtMore = (filter: Filter): filter is OfMore => !looksAtReached(filter)

/** Of the filters of one group, which are alike. */
function checkOf<Row>({ isExcluded }: Filter, askings: readonly Asking<Row>[]): Check<Row> {
  const answers: Check<Row> = (row) => askings.some(({ accepts }) => accepts(row))
  return isExcluded ? (row) => !answers(row) : answers
}

/** Of which each is to be so. */
const allAtOnce = new Set<OfMore['field']>(['length', 'size', 'is', 'has'])

/** Of one field any, of each field one; of some all, as of those that exclude. */
function groupsOf(filters: readonly OfMore[]): OfMore[][] {
  const groups = new Map<string, OfMore[]>()
  for (const [index, filter] of filters.entries()) {
    const { field, isExcluded } = filter
    const key = isExcluded || allAtOnce.has(field) ? `${index}` : field
    groups.set(key, [...(groups.get(key) ?? []), filter])
  }
  return [...groups.values()]
}

async function askingOf(db: Connection, filter: OfMore, { actor, projects }: Reach): Promise<Asking> {
  switch (filter.field) {
    case 'project': {
      const wanted = foldedText(filter.text)
      const named = projects.filter(({ id, name }) => id === filter.text || foldedText(name).includes(wanted))
      return amongIds(named, term.project, ({ projectId }) => projectId)
    }
    case 'scene': {
      const named = { name: filter.text.trim().toUpperCase(), userId: actor.userId, limit: mostNamed }
      return amongIds(await db.all(findScenesByNumber, named), term.scene, ({ sceneDbId }) => sceneDbId)
    }
    case 'shot': {
      const name = filter.text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      const named = { name, userId: actor.userId, limit: mostNamed }
      return amongIds(await db.all(findShotsByCode, named), term.shot, ({ shotId }) => shotId)
    }
    case 'by':
      return amongIds(await peopleNamed(db, filter.text, actor), term.user, ({ createdBy }) => createdBy)
    case 'model':
      return named(filter.text, ({ modelName }) => [modelName ?? ''])
    case 'platform':
      return named(filter.text, ({ platformKey, platformLabel }) => [platformKey, platformLabel])
    case 'tag': {
      const wanted = foldedText(filter.text)
      return {
        terms: [term.tag(filter.text)],
        accepts: ({ tags }) => ofListColumn(tags).some((tag) => foldedText(tag) === wanted),
      }
    }
    case 'type':
      return exactly(term.type(filter.choice as AssetType), ({ assetType }) => assetType === filter.choice)
    case 'status':
      return exactly(term.status(filter.choice as AssetStatus), ({ status }) => status === filter.choice)
    case 'rights':
      return exactly(
        term.rights(filter.choice as RightsState),
        ({ rightsState }) => rightsState === filter.choice,
      )
    case 'is':
      if (filter.choice === 'WINNER') return exactly(term.winner, ({ selected }) => selected === 1)
      return { accepts: ({ mediaState }) => mediaState === mediaStates[filter.choice] }
    case 'has':
      return {
        accepts: ({ mediaState, openNotes }) =>
          filter.choice === 'NOTES' ? openNotes > 0 : mediaState !== 'none',
      }
    case 'length':
      return amounting(filter.amounts, ({ media }) => tenthsOf(measuresOf(media).durationSeconds))
    case 'size':
      return amounting(filter.amounts, ({ media }) => {
        const { width, height } = measuresOf(media)
        return width === null || height === null ? null : Math.min(width, height)
      })
  }
}

/** What is asked of the rows that are read for every search. */
function askingOfReached(filter: OfReached): Asking<Reached> {
  if (filter.field === 'cost') return amounting(filter.amounts, ({ costEstimateUsd }) => costEstimateUsd)
  const { from, to } = filter.days
  return {
    terms: termsOfSpan(from, to),
    accepts: ({ createdAt }) => (from === null || createdAt >= from) && (to === null || createdAt < to),
  }
}

function exactly(one: string, accepts: Asking['accepts']): Asking {
  return { terms: [one], accepts }
}

function amounting<Row>({ least, most }: Amounts, amountOf: (row: Row) => number | null): Asking<Row> {
  return {
    accepts: (row) => {
      const amount = amountOf(row)
      return amount !== null && (least === null || amount >= least) && (most === null || amount <= most)
    },
  }
}

/** A film of five seconds has a frame more, as a rule: it is as long as it says on it. */
function tenthsOf(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 10) / 10
}

/** What `is:` says of media, as it is kept. */
const mediaStates: Record<string, Candidate['mediaState']> = {
  KEPT: 'kept',
  WAITING: 'waiting',
  AT_RISK: 'waiting',
  LOST: 'lost',
}

function amongIds(
  found: readonly { id: string }[],
  termOf: (id: string) => string,
  idOf: (candidate: Candidate) => string | null,
): Asking {
  const ids = new Set(found.map(({ id }) => id))
  return { terms: [...ids].map(termOf), accepts: (candidate) => ids.has(idOf(candidate) ?? '') }
}

/** A part of a name, whose words are among those of the texts. */
function named(text: string, namesOf: (candidate: Candidate) => string[]): Asking {
  const wanted = foldedText(text)
  const [first, ...others] = [...wordsOf(text)]
  // Of a part of a name the first word may be the end of another.
  const isBeginning = first !== undefined && !first.isRun && others.length === 0
  return {
    ...(isBeginning && { beginnings: [first.word] }),
    accepts: (candidate) =>
      namesOf(candidate).some((name) =>
        isBeginning
          ? [...wordsAlone(name)].some(({ word }) => word.startsWith(first.word))
          : foldedText(name).includes(wanted),
      ),
  }
}

/** `me`, or all whose name has the text in it. */
async function peopleNamed(db: Connection, text: string, { userId }: Actor): Promise<{ id: string }[]> {
  if (text.toLowerCase() === 'me') return [{ id: userId }]
  const wanted = foldedText(text)
  const pause = pauses()
  const found: { id: string }[] = []
  for (const { id, name } of await db.all(listNames, {})) {
    if (id === text || foldedText(name).includes(wanted)) found.push({ id })
    if (found.length === mostNamed) break
    await pause()
  }
  return found
}

/** The years and months of which the span has some days, as terms: months of its first and its last year, and the years between. */
function termsOfSpan(from: string | null, to: string | null): string[] {
  const tomorrow = new Date(Date.now() + dayAhead).toISOString()
  const first = from === null || from < firstMonth ? firstMonth : from.slice(0, 7)
  // The day `to` is not in it: where a month ends, the next would be looked through for nothing.
  const last = to === null || to > tomorrow ? tomorrow.slice(0, 7) : monthBefore(to)
  const terms: string[] = []
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1) {
    const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
    const within = months.filter((month) => month >= first && month <= last)
    if (within.length === 12) terms.push(term.year(`${year}`))
    else terms.push(...within.map(term.month))
  }
  return terms
}

/** The month of the last moment before the day. */
function monthBefore(day: string): string {
  return new Date(Date.parse(day) - 1).toISOString().slice(0, 7)
}

/** Nothing was captured before it. */
const firstMonth = '1970-01'

/** Clocks of other machines may be ahead. */
const dayAhead = 24 * 60 * 60 * 1000
