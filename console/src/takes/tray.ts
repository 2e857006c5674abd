import type { AssetCard } from '@dailies/contract/board.ts'
import { useSyncExternalStore } from 'react'

/** An asset version in the tray, with what is needed to show it before its card is loaded. */
export type TrayItem = Pick<
  AssetCard,
  'id' | 'versionNumber' | 'platformKey' | 'platformLabel' | 'assetType' | 'outputUrl' | 'thumbnailUrl'
> & {
  /** One that was kept by an earlier console has none. */
  media?: AssetCard['media']
  rightsState?: AssetCard['rightsState']
  selected?: AssetCard['selected']
  shotId?: AssetCard['shotId']
}

/** As many as stand side by side on a screen: more are chosen for something else. */
export const trayLimit = 4

const kept = 'dailies.tray.'
const none: TrayItem[] = []
const trays = new Map<string, TrayItem[]>()
const listeners = new Set<() => void>()

/** What is chosen in a scene, to be compared or changed at once. It outlives the screen, and a reload. */
export function useTray(sceneDbId: string): TrayItem[] {
  return useSyncExternalStore(subscribe, () => trayOf(sceneDbId))
}

/** Puts it into the tray, or takes it out. */
export function toggleInTray(sceneDbId: string, card: TrayItem): void {
  const tray = trayOf(sceneDbId)
  if (tray.some(({ id }) => id === card.id)) takeOutOfTray(sceneDbId, [card.id])
  else addToTray(sceneDbId, [card])
}

/** Those that are in it already stay in their places. */
export function addToTray(sceneDbId: string, cards: readonly TrayItem[]): void {
  const tray = trayOf(sceneDbId)
  const ids = new Set(tray.map(({ id }) => id))
  set(sceneDbId, [...tray, ...cards.filter(({ id }) => !ids.has(id)).map(itemOf)])
}

/** These and no others. */
export function setTray(sceneDbId: string, cards: readonly TrayItem[]): void {
  set(sceneDbId, cards.map(itemOf))
}

export function takeOutOfTray(sceneDbId: string, ids: readonly string[]): void {
  const gone = new Set(ids)
  set(
    sceneDbId,
    trayOf(sceneDbId).filter(({ id }) => !gone.has(id)),
  )
}

function itemOf({ media, rightsState, selected, shotId, ...card }: TrayItem): TrayItem {
  const { id, versionNumber, platformKey, platformLabel, assetType, outputUrl, thumbnailUrl } = card
  return {
    ...{ id, versionNumber, platformKey, platformLabel, assetType, outputUrl, thumbnailUrl },
    ...(media !== undefined && { media }),
    ...(rightsState && { rightsState }),
    ...(selected !== undefined && { selected }),
    ...(shotId !== undefined && { shotId }),
  }
}

export function emptyTray(sceneDbId: string): void {
  set(sceneDbId, none)
}

/** For whoever signs out: nobody after them is to find what they picked. */
export function forgetTrays(): void {
  trays.clear()
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(kept)) sessionStorage.removeItem(name)
    }
  } catch {
    // Storage is switched off: there are none.
  }
  for (const listener of listeners) listener()
}

function trayOf(sceneDbId: string): TrayItem[] {
  const known = trays.get(sceneDbId)
  if (known) return known
  const tray = stored(sceneDbId)
  trays.set(sceneDbId, tray)
  return tray
}

function set(sceneDbId: string, tray: TrayItem[]): void {
  trays.set(sceneDbId, tray)
  try {
    sessionStorage.setItem(`${kept}${sceneDbId}`, JSON.stringify(tray))
  } catch {
    // Storage is full or switched off: it lives as long as the page.
  }
  for (const listener of listeners) listener()
}

function stored(sceneDbId: string): TrayItem[] {
  try {
    const items: unknown = JSON.parse(sessionStorage.getItem(`${kept}${sceneDbId}`) ?? '[]')
    return Array.isArray(items) ? (items as TrayItem[]) : none
  } catch {
    return none
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
