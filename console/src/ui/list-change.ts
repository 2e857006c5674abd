/** What somebody did to a list without an order: what others do to it meanwhile stays. */
export interface ListChange {
  added: string[]
  removed: string[]
}

export function listChange(before: string[], after: string[]): ListChange {
  return {
    added: after.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !after.includes(one)),
  }
}

/** The list as it is with the change; what was added stands at the end. */
export function withChange(list: string[], { added, removed }: ListChange): string[] {
  const kept = list.filter((one) => !removed.includes(one))
  return [...kept, ...added.filter((one) => !kept.includes(one))]
}

/** What somebody did to tags, in the words of the service. */
export function tagChanges(before: string[], after: string[]): { addTags?: string[]; removeTags?: string[] } {
  const { added, removed } = listChange(before, after)
  return { ...(added.length > 0 && { addTags: added }), ...(removed.length > 0 && { removeTags: removed }) }
}
