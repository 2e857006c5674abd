import { createHash } from 'node:crypto'
import { timeOfId } from '../db/id.ts'
import { apart } from './columns.ts'

const ours = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Makes the ids that what came has here: always the same of the same, in the same order, and none that anything else has. So nothing
 * that came can be taken for something of another project, or point to it.
 */
export function newIds(salt: string, now: number): (id: string) => string {
  return (id) => {
    const digest = createHash('sha256').update(`${salt}\n${id}`).digest('hex')
    const time =
      ours.test(id) && timeOfId(id) <= now + apart ? id.slice(0, 18) : `00000000-0000-7${digest.slice(0, 3)}`
    const variant = (8 + (Number.parseInt(digest[3]!, 16) & 3)).toString(16)
    return `${time}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
  }
}
