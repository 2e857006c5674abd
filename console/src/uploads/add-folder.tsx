import { IconButton } from '@dailies/ui/button.tsx'
import { FolderUp } from 'lucide-react'
import { useRef } from 'react'

/** A button that lets one choose a folder, with all that is in it. */
export function AddFolder({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={FolderUp} label="Add a folder" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        // React has no name for it.
        {...{ webkitdirectory: '' }}
        aria-label="Add a folder"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same folder may be chosen again.
          currentTarget.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
