import type { LineageNode } from '@dailies/contract/board.ts'

export interface FamilyRow {
  node: LineageNode
  parent: LineageNode | undefined
  /** How often the family has branched before it: a straight line of takes stays straight. */
  branch: number
}

/** A family as rows, each version after what it was made from. */
export function familyRows(nodes: LineageNode[]): FamilyRow[] {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = ({ parentVersionId }: LineageNode) =>
    parentVersionId ? known.get(parentVersionId) : undefined
  const children = new Map<string | undefined, LineageNode[]>()
  for (const node of nodes) {
    const parent = parentOf(node)?.id
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const rows: FamilyRow[] = []
  // The last one of the stack comes next; no recursion, for a family may be 200 long.
  const stack: FamilyRow[] = (children.get(undefined) ?? [])
    .map((node) => ({ node, parent: undefined, branch: 0 }))
    .reverse()
  while (stack.length > 0) {
    const row = stack.pop()!
    rows.push(row)
    const next = children.get(row.node.id) ?? []
    const branch = row.branch + (next.length > 1 ? 1 : 0)
    for (const node of next.toReversed()) stack.push({ node, parent: row.node, branch })
  }
  return rows
}
