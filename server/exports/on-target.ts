import { DailiesError } from '../error.ts'
import { inWords } from '../media/s3-store.ts'
import { codeOf } from '../media/store-failure.ts'

/** What the system says of a target that is a folder or a file, in words. */
export async function onTarget<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DailiesError) throw error
    const code = codeOf(error) ?? ''
    if (code === 'ENOSPC' || code === 'EDQUOT') throw noRoomIn(target)
    if (/^E[A-Z]+$/.test(code)) throw new DailiesError('invalid', `${target}: Cannot be written to (${code})`)
    throw error
  }
}

/** What a bucket says that is the target, by its name: it is not the store of media. */
export async function onBucket<T>({ name }: { name: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DailiesError && error.code === 'no_room' ? noRoomIn(name) : inWords(error, name)
  }
}

const noRoomIn = (target: string) => new DailiesError('no_room', `${target}: There is no room left`)
