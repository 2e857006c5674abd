import type { LucideIcon } from 'lucide-react'

type Kind =
  | 'Recent'
  | 'Action'
  | 'Film'
  | 'Scene'
  | 'Shot'
  | 'Take'
  | 'Person'
  | 'Go to'
  | 'Saved search'
  | 'Search'

/** A line of the palette: somewhere to go, or something to do. */
export interface Entry {
  id: string
  kind: Kind
  name: string
  /** Where it is, or what it is of. */
  of?: string | undefined
  /** Further words by which it is found. */
  also?: string | undefined
  icon?: LucideIcon | undefined
  /** The key that does the same without the palette. */
  keys?: string | undefined
  run: () => void
}

/** One that every screen has; its name is its own. */
export type EntryOfAll = Pick<Entry, 'kind' | 'name' | 'of' | 'icon' | 'run'>
