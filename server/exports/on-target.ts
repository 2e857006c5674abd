import { DailiesError } from '../error.ts'
import { codeOf } from '../media/store-failure.ts'

/** What the system says of the target, in words. */
export async function onTarget<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DailiesError) throw error
    const code = codeOf(error) ?? ''
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new DailiesError('no_room', `${target}: There is no room left`)
    if (/^E[A-Z]+$/.test(code)) throw new DailiesError('invalid', `${target}: Cannot be written to (${code})`)
    throw error
  }
}
