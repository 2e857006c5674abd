import type { QueryClient } from '@tanstack/react-query'
import { changeKnownVersions, type KnownVersion, type Standing } from './known-versions.ts'

/** A change that is on its way: what its version is to become, and with it that the former winner falls. */
export interface Expectation {
  id: string
  place: string
  expected: Partial<Standing>
}

interface Ledger {
  /** What the service said last of the versions that any of these changes touches. */
  truth: Map<string, Standing & { place: string }>
  /** In the order in which they were asked for. */
  underWay: Expectation[]
}

const ledgers = new WeakMap<QueryClient, Ledger>()

/**
 * Shows a change before the service answers. What is shown is always the truth with all that is on its way on top, so
 * that one of several that is refused takes back no more than itself.
 */
export function expect(
  queryClient: QueryClient,
  version: KnownVersion,
  expected: Partial<Standing>,
): Expectation {
  const ledger = ledgerOf(queryClient)
  const place = placeOf(version, sceneOf(queryClient, version.id))
  changeKnownVersions(queryClient, (known, sceneDbId) => {
    const { id, status, selected, compareGroup } = known
    const at = id === version.id ? place : placeOf(known, sceneDbId)
    const falls = expected.selected === true && selected && at === place
    if ((id === version.id || falls) && !ledger.truth.has(id))
      ledger.truth.set(id, { status, selected, compareGroup, place: at })
    return undefined
  })
  const expectation = { id: version.id, place, expected }
  ledger.underWay.push(expectation)
  showExpected(queryClient)
  return expectation
}

/** The service answered: with what became of it, or not at all. */
export function settle(queryClient: QueryClient, expectation: Expectation, answer?: Standing): void {
  const ledger = ledgerOf(queryClient)
  if (answer) {
    const { status, selected, compareGroup } = answer
    apply(ledger.truth, { ...expectation, expected: { status, selected, compareGroup } })
  }
  ledger.underWay = ledger.underWay.filter((one) => one !== expectation)
  showExpected(queryClient)
}

/** Draws what is known and expected, wherever versions are shown. */
export function showExpected(queryClient: QueryClient): void {
  const { truth, underWay } = ledgerOf(queryClient)
  const shown = new Map(truth)
  for (const expectation of underWay) apply(shown, expectation)
  changeKnownVersions(queryClient, ({ id }) => {
    const standing = shown.get(id)
    if (!standing) return undefined
    const { status, selected, compareGroup } = standing
    return { status, selected, compareGroup }
  })
}

/** Nothing is on its way any more: from now on the truth is what is read. */
export function forgetTruth(queryClient: QueryClient): void {
  ledgers.delete(queryClient)
}

function ledgerOf(queryClient: QueryClient): Ledger {
  const ledger = ledgers.get(queryClient) ?? { truth: new Map(), underWay: [] }
  ledgers.set(queryClient, ledger)
  return ledger
}

function apply(standings: Ledger['truth'], { id, place, expected }: Expectation): void {
  if (expected.selected) {
    for (const [other, standing] of standings) {
      if (other !== id && standing.selected && standing.place === place)
        standings.set(other, {
          ...standing,
          selected: false,
          status: standing.status === 'SELECTED' ? 'GENERATED' : standing.status,
        })
    }
  }
  const before = standings.get(id)
  if (before) standings.set(id, { ...before, ...expected })
}

/** There is one winner of each. */
function placeOf({ assetType, shotId }: KnownVersion, sceneDbId: string | undefined): string {
  return JSON.stringify([sceneDbId, shotId, assetType])
}

/** As far as the console knows it. */
function sceneOf(queryClient: QueryClient, id: string): string | undefined {
  let found: string | undefined
  changeKnownVersions(queryClient, (version, sceneDbId) => {
    if (version.id === id) found ??= sceneDbId
    return undefined
  })
  return found
}
