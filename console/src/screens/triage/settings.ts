import { useRemembered } from '../../ui/use-remembered.ts'

/** How one goes through takes; this browser remembers it. */
export interface TriageSettings {
  /** To the next take after each mark. */
  goesOn: boolean
  /** Leaves out what one rejected. */
  hidesRejected: boolean
  /** Films begin by themselves. */
  plays: boolean
}

export function useTriageSettings() {
  return useRemembered<TriageSettings>('dailies.triage', { goesOn: true, hidesRejected: false, plays: true })
}
