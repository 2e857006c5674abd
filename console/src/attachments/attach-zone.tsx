import { notify } from '@dailies/ui/notices.ts'
import { Paperclip } from 'lucide-react'
import type { ClipboardEvent, ReactNode } from 'react'
import { useAccount } from '../app/account.ts'
import { AddFiles } from '../uploads/add-files.tsx'
import { DropZone } from '../uploads/drop-zone.tsx'
import { addedTo, keepAdded } from './add-to.ts'
import type { AttachedFile } from './attached-file.ts'
import { FileChip } from './file-chip.tsx'
import { forgetFiles } from './kept-files.ts'
import { cancelSending } from './sending.ts'

interface Attaching {
  files: readonly AttachedFile[]
  onChange: (files: AttachedFile[]) => void
}

/** Adds files to a comment that is being written, and takes them off. */
export function useAttaching({ files, onChange }: Attaching) {
  const { id: user } = useAccount()
  return {
    files,
    add: (chosen: readonly File[]) => {
      const added = addedTo(files, chosen)
      if (added.length === 0) return
      onChange([...files, ...added.map(({ entry }) => entry)])
      keepAdded(user, added)
    },
    remove: ({ key }: AttachedFile) => {
      cancelSending(key)
      forgetFiles(user, [key])
      onChange(files.filter((one) => one.key !== key))
    },
  }
}

type Attached = ReturnType<typeof useAttaching>

/** Takes files that are dropped on a form, or pasted into it. */
export function AttachZone({ attaching: { add }, children }: { attaching: Attached; children: ReactNode }) {
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    // Programs that copy text with its picture mean the text.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    add(pasted)
  }
  return (
    <DropZone
      label="Attach to the comment"
      onFiles={({ files, folders }) => {
        if (folders.length > 0) notify('Folders are not attached, only files.', { failed: true })
        add(files)
      }}
    >
      <div onPaste={paste} className="flex flex-col gap-2">
        {children}
      </div>
    </DropZone>
  )
}

export function AttachButton({ attaching: { add } }: { attaching: Attached }) {
  return <AddFiles many icon={Paperclip} label="Attach files" onFiles={add} />
}

/** Those that go with the comment. */
export function AttachedFiles({ attaching: { files, remove } }: { attaching: Attached }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-1.5">
      {files.map((file) => (
        <FileChip key={file.key} file={file} onRemove={() => remove(file)} />
      ))}
    </ul>
  )
}
