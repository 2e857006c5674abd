import type { Attachment } from '@dailies/contract/attachment.ts'
import { by } from '../order.ts'
import type { ListedAttachment } from './queries.ts'

/** What every browser shows as a picture, and nothing in it can run. */
const shown = /^image\/(png|jpeg|webp|gif|avif|bmp|x-icon)$/

/** What is shown of a picture of which there is nothing smaller, in bytes. */
const mostInLists = 2 * 1024 ** 2

/** The path of a file, without its query. */
export type AttachmentAddress = (id: string) => string

/** For members of the project. */
export const memberAddress: AttachmentAddress = (id) => `/api/attachments/${encodeURIComponent(id)}`

/** A column that `attachmentsOf` made, as the contract has it. */
export function attachmentsIn(column: string, addressOf: AttachmentAddress): Attachment[] {
  const listed: ListedAttachment[] = JSON.parse(column)
  return listed.sort(inTheirOrder).map((one) => toAttachment(one, addressOf))
}

const inTheirOrder = by<ListedAttachment>(
  ({ position }) => position,
  ({ id }) => id,
)

export function toAttachment(
  { id, name, type, bytes, small }: ListedAttachment,
  addressOf: AttachmentAddress,
): Attachment {
  const url = addressOf(id)
  const isShown = type !== null && shown.test(type)
  const thumbnail = small > 0 ? `${url}?small=true` : isShown && bytes <= mostInLists ? url : null
  return { id, name, type, bytes, isShown, url, thumbnail }
}
