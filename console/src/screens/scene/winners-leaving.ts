/** docs/interface.md, "Asset version status" */
export function whatBecomesOfWinners(count: number, to: 'shot' | 'scene'): string {
  return count === 1
    ? `1 of them is a winner. In another ${to} it is none any more, and if it was Selected it becomes Generated. Undo brings that back.`
    : `${count.toLocaleString()} of them are winners. In another ${to} they are none any more, and those that were Selected become Generated. Undo brings that back.`
}
