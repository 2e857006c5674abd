import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

/** Kills the browser that has this profile (SIGKILL); returns when it runs no more. `before` is called at the last moment. */
export async function killBrowser(profile: string, before = () => {}): Promise<void> {
  const pid = processOf(profile)
  before()
  process.kill(pid, 'SIGKILL')
  while (isRunning(pid)) await setTimeout(20)
}

/** The browser's main process: the one of this profile that was started by nobody of the browser. */
function processOf(profile: string): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const line = lines.find((line) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))
  if (!line) throw new Error('The browser does not run')
  return Number.parseInt(line, 10)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
