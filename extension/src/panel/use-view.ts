import { useSyncExternalStore } from 'react'

/** What the panel shows below the place at hand. It stands in the address, so that others can open the panel there. */
export type View =
  | { name: 'scene' | 'queue' | 'search' | 'settings' | 'connect' }
  /** The form: of a capture in the queue, or `new`. */
  | { name: 'form'; id: string }

/** Reads `#/queue`, `#/form/new`, `#/form/ID` …; anything else is the scene. */
export function viewOf(hash: string): View {
  const [name = '', id] = hash.replace(/^#\/?/, '').split('/')
  if (name === 'form') return { name, id: id || 'new' }
  return isPlain(name) ? { name } : { name: 'scene' }
}

function isPlain(name: string): name is 'queue' | 'search' | 'settings' | 'connect' {
  return ['queue', 'search', 'settings', 'connect'].includes(name)
}

export function hashOf(view: View): string {
  return view.name === 'form' ? `#/form/${view.id}` : `#/${view.name}`
}

export function show(view: View): void {
  location.hash = hashOf(view)
}

export function useView(): View {
  return viewOf(useSyncExternalStore(subscribe, () => location.hash))
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
