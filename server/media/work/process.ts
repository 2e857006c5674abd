/** The process that looks into files: started by `WorkProcess`, which sends it one job after the other. */
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import type { Job, Told } from './messages.ts'

const { PRIORITY_BELOW_NORMAL } = constants.priority
// Before anything starts threads: they take it over. To be less nice than it is already nobody but root may ask for.
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)
beTheFirstToGo()
const { lookInto } = await import('./look-into.ts')

process.on('disconnect', endWithAll)
process.on('message', async (job: Job) => {
  try {
    await lookInto(job, tell)
    tell({ is: 'done' })
  } catch (error) {
    tell({ is: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})
tell({ is: 'ready' })

function tell(told: Told): void {
  process.send?.(told)
}

/** When the machine has no memory left, the kernel ends this and not the service. */
function beTheFirstToGo(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

/** The service is gone: an ffmpeg at work has nobody to work for. */
function endWithAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit()
  }
}
