/** What an agent is told where the index of the search has not taken up yet what was changed. */
export function behind({ waiting }: { waiting: number }): string {
  return waiting > 0 ? '\nThe index of the search is not up to date yet: there may be more.' : ''
}
