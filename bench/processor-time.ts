import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of processor time that a process has used so far; nothing on a system without /proc. */
export function processorTime(processId: number): number | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the name in parentheses, which may hold spaces; utime and stime are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
