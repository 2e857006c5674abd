import type { FoundPlace } from '@dailies/contract/search-places.ts'
import type { Connection } from '../../db/database.ts'
import { by } from '../../order.ts'
import { pauses } from '../../pauses.ts'
import type { Actor } from '../../production/membership.ts'
import { foldedText } from '../document.ts'
import { type Field, marksOf, scoreOf } from '../match.ts'
import { pieceOf } from '../piece.ts'
import { type Filter, type Needle, type Query, readQuery } from '../query.ts'
import { type Term, termsOfNeedle } from '../terms.ts'
import { projectsOf } from '../window.ts'
import { wordsOf } from '../words.ts'
import { fieldsOfScene, fieldsOfShot } from './place-fields.ts'
import { findPlaces, listFoundScenes, listFoundShots } from './place-queries.ts'

/** Places that are compared: the newest that have the words. */
const mostCompared = 1000

/** Rows that are read at once. */
const readTogether = 100

/** Texts of one place that are shown. */
const mostTexts = 3

/** Above every word that goes on. */
const beyond = '\u{10ffff}'

interface Asked {
  q: string
  isPartial: boolean
  limit: number
}

interface Found {
  id: string
  place: Omit<FoundPlace, 'found'>
  fields: Field[]
  /** Where its scene stands in the film, and it among the shots of that. */
  standing: { position: number; numberOrder: string; sortOrder: number }
  score: number
}

type NamedFilter = Extract<Filter, { text: string }>

/**
 * The scenes and shots that fit best, of all projects that the actor may see. Words mean what they mean in a search of takes; of its
 * filters, places have project, scene and shot, and none answers to another one. Throws `invalid` as that does.
 */
export async function searchPlaces(
  db: Connection,
  actor: Actor,
  { q, isPartial, limit }: Asked,
): Promise<FoundPlace[]> {
  const query = readQuery(q, { isPartial })
  const asked = lookupsOf(query)
  if (asked.length === 0) return []
  const projects = (await projectsOf(db, actor)).filter(({ id, name }) =>
    answers(query, 'project', ({ text }) => id === text || foldedText(name).includes(foldedText(text))),
  )
  const ids = await idsOf(db, { projects: JSON.stringify(projects.map(({ id }) => id)), asked })
  const found = await fitting(db, {
    ids,
    query,
    userId: actor.userId,
    reach: new Set(projects.map(({ id }) => id)),
  })
  const wanted = query.needles.filter(({ isExcluded }) => !isExcluded)
  const pause = pauses()
  const places: FoundPlace[] = []
  for (const { place, fields } of found.sort(bestFirst).slice(0, limit)) {
    places.push({ ...place, found: foundIn(fields, wanted) })
    await pause()
  }
  return places
}

/** What is looked up in the index, each by itself. None where nothing can answer. */
function lookupsOf({ needles, filters }: Query): Term[][] {
  const isOfTakes = ({ field, isExcluded }: Filter) =>
    !isExcluded && field !== 'project' && field !== 'scene' && field !== 'shot'
  if (filters.some(isOfTakes)) return []
  const every = needles.filter(({ isExcluded }) => !isExcluded).flatMap(termsOfNeedle)
  const named = (field: 'scene' | 'shot') => filters.filter((filter) => isWanted(filter, field))
  const numbers = named('shot').length > 0 ? named('shot') : named('scene')
  const asked = numbers.length === 0 ? [every] : numbers.map((filter) => [...every, ...termsOfName(filter)])
  return asked.filter((terms) => terms.length > 0)
}

function isWanted(
  filter: Filter,
  field: NamedFilter['field'],
): filter is NamedFilter & { isExcluded: boolean } {
  return filter.field === field && !filter.isExcluded
}

function termsOfName(filter: Filter): Term[] {
  const words = 'text' in filter ? [...wordsOf(filter.text)] : []
  return words.length === 0 ? [] : termsOfNeedle({ words, isPrefix: false, isExcluded: false })
}

/** The newest that have the words. */
async function idsOf(
  db: Connection,
  { projects, asked }: { projects: string; asked: readonly Term[][] },
): Promise<string[]> {
  const ids = new Set<string>()
  for (const terms of asked) {
    const byLength = terms.toSorted(
      by(
        ({ isPrefix }) => Number(isPrefix),
        ({ term }) => -term.length,
      ),
    )
    const [{ term, isPrefix }, ...others] = byLength as [Term, ...Term[]]
    const found = await db.all(findPlaces, {
      projects,
      from: term,
      upTo: isPrefix ? term + beyond : term,
      others: JSON.stringify(others.filter((other) => !other.isPrefix).map((other) => other.term)),
      limit: mostCompared,
    })
    for (const { id } of found) ids.add(id)
  }
  return [...ids].sort().reverse().slice(0, mostCompared)
}

interface Fitting {
  ids: readonly string[]
  query: Query
  userId: string
  /** The projects that are looked through. */
  reach: ReadonlySet<string>
}

/** Those that answer, by what their texts are now. */
async function fitting(db: Connection, { ids, query, userId, reach }: Fitting): Promise<Found[]> {
  const pause = pauses()
  const fits: Found[] = []
  const take = (found: Omit<Found, 'score'>) => {
    const { project, scene, shot } = found.place
    if (!reach.has(project.id)) return
    if (!answers(query, 'scene', ({ text }) => scene.sceneId === text.trim().toUpperCase())) return
    if (!answers(query, 'shot', ({ text }) => isCalled(shot?.shotCode, text))) return
    const score = scoreOf(found.fields, query.needles)
    if (score !== undefined) fits.push({ ...found, score })
  }
  for (let at = 0; at < ids.length; at += readTogether) {
    const asked = { ids: JSON.stringify(ids.slice(at, at + readTogether)), userId }
    for (const row of await db.all(listFoundScenes, asked)) {
      const standing = { ...row, sortOrder: 0 }
      take({ id: row.id, place: placeOf(row, row.id), fields: fieldsOfScene(row), standing })
      await pause()
    }
    for (const row of await db.all(listFoundShots, asked)) {
      const shot = { id: row.id, shotCode: row.shotCode }
      take({
        id: row.id,
        place: { ...placeOf(row, row.sceneDbId), kind: 'shot', shot },
        fields: fieldsOfShot(row),
        standing: row,
      })
      await pause()
    }
  }
  return fits
}

function isCalled(shotCode: string | undefined, text: string): boolean {
  return shotCode?.toLowerCase() === text.trim().toLowerCase()
}

/** Whether what is asked by that filter is so: any of those that are wanted, and none that is excluded. */
function answers(
  { filters }: Query,
  field: NamedFilter['field'],
  isSo: (filter: NamedFilter) => boolean,
): boolean {
  const ofField = filters.filter((filter): filter is NamedFilter & Filter => filter.field === field)
  const wanted = ofField.filter(({ isExcluded }) => !isExcluded)
  return (
    (wanted.length === 0 || wanted.some(isSo)) && !ofField.some((filter) => filter.isExcluded && isSo(filter))
  )
}

interface Where {
  projectId: string
  projectName: string
  sceneId: string
}

function placeOf({ projectId, projectName, sceneId }: Where, sceneDbId: string): Found['place'] {
  return {
    kind: 'scene',
    project: { id: projectId, name: projectName },
    scene: { id: sceneDbId, sceneId },
    shot: null,
  }
}

/** Of those that fit alike scenes come first, then the newest film, and those of one film in its order. */
function bestFirst(one: Found, other: Found): number {
  return byFit(one, other) || byFilm(other, one) || byStanding(one, other)
}

const byFit = by<Found>(
  ({ score }) => -score,
  ({ place }) => Number(place.kind === 'shot'),
)
const byFilm = by<Found>(({ place }) => place.project.id)
const byStanding = by<Found>(
  ({ standing }) => standing.position,
  ({ standing }) => standing.numberOrder,
  ({ place }) => place.scene.id,
  ({ standing }) => standing.sortOrder,
  ({ id }) => id,
)

function foundIn(fields: readonly Field[], needles: readonly Needle[]): FoundPlace['found'] {
  return marksOf(fields, needles)
    .slice(0, mostTexts)
    .map(({ name, marks, index }) => ({
      field: name as FoundPlace['found'][number]['field'],
      ...pieceOf(fields[index]!.text, marks),
    }))
}
