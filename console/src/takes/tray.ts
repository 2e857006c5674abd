import type { AssetCard } from '@dailies/contract/board.ts'
import { useSyncExternalStore } from 'react'

/** An asset version in the tray, with what is needed to show it before its card is loaded. */
export type TrayItem = Pick<
  AssetCard,
  'id' | 'versionNumber' | 'platformKey' | 'platformLabel' | 'assetType' | 'outputUrl' | 'thumbnailUrl'
> & {
  /** One that was kept by an earlier console has none. */
  media?: AssetCard['media']
}

/** As many as stand side by side on a screen. */
export const trayLimit = 4

const kept = 'dailies.tray.'
const none: TrayItem[] = []
const trays = new Map<string, TrayItem[]>()
const listeners = new Set<() => void>()

/** What is picked to be compared in a scene. It outlives the screen, and a reload. */
export function useTray(sceneDbId: string): TrayItem[] {
  return useSyncExternalStore(subscribe, () => trayOf(sceneDbId))
}

/** Puts it into the tray, or takes it out. False when the tray is full. */
export function toggleInTray(sceneDbId: string, card: TrayItem): boolean {
  const tray = trayOf(sceneDbId)
  const rest = tray.filter(({ id }) => id !== card.id)
  if (rest.length === tray.length && tray.length >= trayLimit) return false
  const { id, versionNumber, platformKey, platformLabel, assetType, outputUrl, thumbnailUrl, media } = card
  const added = { id, versionNumber, platformKey, platformLabel, assetType, outputUrl, thumbnailUrl, media }
  set(sceneDbId, rest.length < tray.length ? rest : [...rest, added])
  return true
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
