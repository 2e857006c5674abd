import type { ChildProcess } from 'node:child_process'

/** Ends a process that leads a group, and all that it has started. Nothing where it has ended. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
