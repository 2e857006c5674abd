import { endUploads } from './end-uploads.ts'
import { keepFor, keptFor, mayBeKept } from './keep-upload.ts'
import type { KeptUpload } from './kept-uploads.ts'
import { keeping } from './parts.ts'
import { sendNext } from './send-uploads.ts'
import { removeTake } from './unwanted.ts'
import { addUploads, type Upload } from './uploads.ts'
import { works } from './works.ts'

/** What was not sent when the page of whoever is signed in was closed goes on. */
export async function resumeUploads(whose: string): Promise<void> {
  // Somebody else signed in, in another tab of this browser: nothing of the former goes out in their name.
  const former = keptFor()
  if (former !== undefined && former !== whose) endUploads()
  keepFor(whose)
  if (!(await mayBeKept())) return
  await keeping.load()
  const kept = await keeping
    .value()
    ?.takeOver(whose, (id) => works.has(id))
    .catch(() => undefined)
  if (!kept || keptFor() !== whose) return
  const found: Upload[] = []
  for (const { entry, file } of kept) {
    if (entry.stage === 'unwanted') removeTake({ uploadId: entry.id, target: entry.target, isAsked: true })
    else if (entry.stage === 'done') found.push({ ...uploadOf(entry), stage: 'done', sent: entry.bytes })
    else if (file) {
      works.set(entry.id, { file, target: entry.target, breaks: 0, most: 0, isAsked: true })
      found.push(uploadOf(entry))
    }
  }
  // Those that are all there were seen, or need not be any more.
  const isOpen = (upload: Upload) =>
    found.some(({ drop, stage }) => stage !== 'done' && drop?.id === upload.drop?.id)
  const shown = found.filter((upload) => upload.stage !== 'done' || (upload.drop && isOpen(upload)))
  void keeping.value()?.forgetKept(found.filter((upload) => !shown.includes(upload)).map(({ id }) => id))
  addUploads(shown)
  sendNext()
}

function uploadOf({ id, fileName, to, bytes, target, drop }: KeptUpload): Upload {
  return {
    ...{ id, fileName, to, bytes, drop, sent: 0, stage: 'waiting', isSafe: true },
    assetVersionId: 'take' in target ? target.made?.id : target.assetVersionId,
    take: 'take' in target ? target.take : undefined,
  }
}
