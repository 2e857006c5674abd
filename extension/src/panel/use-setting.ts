import { useEffect, useSyncExternalStore } from 'react'
import { onSettingsChange, readSetting, type Settings } from '../store/database.ts'

type Name = keyof Settings

/** What was read of the settings in this page. */
const known = new Map<Name, { value: unknown }>()
const listeners = new Set<() => void>()

onSettingsChange((name) => {
  if (known.has(name)) void read(name)
})

async function read(name: Name): Promise<void> {
  known.set(name, { value: await readSetting(name) })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A setting, as it is on the disk; undefined while it is being read. */
export function useSetting<N extends Name>(name: N): { value: Settings[N] | undefined } | undefined {
  const setting = useSyncExternalStore(subscribe, () => known.get(name))
  useEffect(() => {
    if (!known.has(name)) void read(name)
  }, [name])
  return setting as { value: Settings[N] | undefined } | undefined
}
