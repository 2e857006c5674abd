import { longestAttachmentName, mostAttachmentBytes, mostAttachments } from '@dailies/contract/attachment.ts'
import { notify } from '@dailies/ui/notices.ts'
import { randomKey } from '../../../sdk/src/capture-keys.ts'
import { bytesText } from '../ui/bytes.ts'
import type { AttachedFile } from './attached-file.ts'
import { keepFile } from './kept-files.ts'

/** What of chosen files can go with a comment that has some; says of each other why it does not. */
export function addedTo(
  files: readonly AttachedFile[],
  chosen: readonly File[],
): { entry: AttachedFile; file: File }[] {
  const room = mostAttachments - files.length
  const good = chosen.filter(isGood)
  if (good.length > room) {
    notify(`A comment has at most ${mostAttachments} files: attach the others to another one.`, {
      failed: true,
    })
  }
  return good
    .slice(0, Math.max(0, room))
    .map((file) => ({ entry: { key: randomKey(), name: nameOf(file), bytes: file.size }, file }))
}

/** Keeps them until the comment is sent: through a reload, where the browser has room. */
export function keepAdded(user: string, added: readonly { entry: AttachedFile; file: File }[]): void {
  for (const { entry, file } of added) {
    keepFile(user, entry.key, file).catch(() => {
      notify(`The browser has no room for “${entry.name}”: keep this page open until it is sent.`)
    })
  }
}

function isGood({ name, size }: File): boolean {
  const tooLarge = size > mostAttachmentBytes
  if (size === 0) notify(`“${name}” is empty.`, { failed: true })
  if (tooLarge) {
    const sizes = `${bytesText(size)}: at most ${bytesText(mostAttachmentBytes)} go with a comment.`
    notify(`“${name}” has ${sizes}`, { failed: true })
  }
  return size > 0 && !tooLarge
}

/** As the service takes it. A picture that is pasted has a name that the browser gives it. */
function nameOf({ name }: File): string {
  const plain =
    name.replace(/[/\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ').trim() || 'file'
  if (plain.length <= longestAttachmentName) return plain
  const [end = ''] = /\.[^.]{1,12}$/.exec(plain) ?? []
  return (plain.slice(0, longestAttachmentName - end.length) + end).toWellFormed()
}
