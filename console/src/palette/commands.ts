import type { LucideIcon } from 'lucide-react'
import { useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Something that the screen can do. */
export interface Command {
  name: string
  /** What it is done with. */
  of?: string | undefined
  /** Further words by which it is found. */
  also?: string
  icon?: LucideIcon | undefined
  /** The key that does the same on the screen. */
  keys?: string | undefined
  run: () => void
}

const lists = new Map<string, () => readonly Command[]>()
/** As what they were offered when they were asked for. */
const offered = new Map<string, string>()
const listeners = new Set<() => void>()
/** Another one once a part of the screen came or went, or can do something else. */
let parts = {}

function partsChanged(): void {
  parts = {}
  for (const tell of listeners) tell()
}

/**
 * Offers in the palette what the screen can do, as long as it is shown. The list is asked for while somebody has the palette open, and
 * has what they may do then.
 */
export function useCommands(list: () => readonly Command[]): void {
  const id = useId()
  useLayoutEffect(() => {
    const isNew = !lists.has(id)
    lists.set(id, list)
    if (isNew || (listeners.size > 0 && textOf(list()) !== offered.get(id))) partsChanged()
  })
  useLayoutEffect(
    () => () => {
      lists.delete(id)
      offered.delete(id)
      partsChanged()
    },
    [id],
  )
}

/** What the screen can do. */
export function useCommandsOfScreen(): readonly Command[] {
  const now = useSyncExternalStore(subscribe, () => parts)
  const [kept, keep] = useState({ of: now, commands: commandsOfScreen() })
  if (kept.of === now) return kept.commands
  const next = { of: now, commands: commandsOfScreen() }
  keep(next)
  return next.commands
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function commandsOfScreen(): Command[] {
  return [...lists].flatMap(([id, list]) => {
    const commands = list()
    offered.set(id, textOf(commands))
    return commands
  })
}

function textOf(commands: readonly Command[]): string {
  return JSON.stringify(commands.map(({ name, of, also, keys }) => [name, of, also, keys]))
}
