import { readdirSync, readFileSync } from 'node:fs'

/** Processes that another one, else this one, has started to run such a module. */
export function childrenOf(module: string, parent = process.pid): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    const [, found] = /\) \S (\d+)/.exec(textOf(pid, 'stat')) ?? []
    return Number(found) === parent && textOf(pid, 'cmdline').includes(module) ? [Number(pid)] : []
  })
}

/** One that has ended, and that nobody has asked how, has no command any more. */
export const isRunning = (pid: number): boolean => textOf(`${pid}`, 'cmdline') !== ''

function textOf(pid: string, what: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
