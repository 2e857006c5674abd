import type { NewExport } from '@dailies/contract/export.ts'
import { extensionOf } from '../media/names.ts'
import type { BlobFacts } from '../media/summary.ts'
import { type FileNames, type Named, sameName, templateIn } from './file-names.ts'
import type { Plan } from './plan.ts'
import type { TakeRow } from './queries.ts'
import type { PlacedTake } from './texts.ts'

/**
 * Takes with the names that their files get. Of changes also those are brought that have, or had, a name together with others: which of
 * them has it plain, and which with a number, may be another one than before.
 */
export function placedTakes(
  { project, takes, changes, former }: Plan,
  request: NewExport,
  names: FileNames,
): PlacedTake[] {
  const named = templateIn(request.template)
  const nameOf = (take: Named) => (request.bundle ? inBundle(named(take)) : named(take))
  const given = takes.map((take) => ({ take, name: `media/${nameOf(namedOf(take, project.name))}` }))
  const brought = changes && new Set(changes.map(({ after }) => after?.assetVersionId))
  const shared = sharedNames([
    ...given.map(({ name }) => name),
    ...former.map((take) => `media/${nameOf(namedOf(take, project.name))}`),
  ])
  return given.map(({ take, name }) => ({
    take,
    ...pathsOf(take, names, () => name),
    isIncluded: brought === null || brought.has(take.id) || shared.has(sameName(name)),
  }))
}

/** Some readers of bundles take a path for an address, where these begin something else. */
const inBundle = (name: string) => name.replace(/[#%;]/g, '_')

function sharedNames(names: readonly string[]): Set<string> {
  const [once, shared] = [new Set<string>(), new Set<string>()]
  for (const name of names.map(sameName)) (once.has(name) ? shared : once).add(name)
  return shared
}

/** Also where there is none in this export, a sidecar has its name: those of the others stay. */
function pathsOf({ hash }: TakeRow, names: FileNames, nameOf: () => string) {
  if (hash === null) return { path: null, sidecar: null }
  const path = names.free(nameOf())
  return { path, sidecar: names.free(`${path}.json`) }
}

function namedOf(take: TakeRow, project: string) {
  const facts = take.facts === null ? undefined : (JSON.parse(take.facts) as BlobFacts)
  return {
    ...{ project, act: take.act, scene: take.sceneId, shot: take.shotCode, version: take.versionNumber },
    type: take.assetType.toLowerCase(),
    ...{ title: take.title, platform: take.platformKey, model: take.modelName, id: take.id },
    ext: extensionOf(facts?.type),
  }
}
