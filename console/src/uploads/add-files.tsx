import { Button } from '@dailies/ui/button.tsx'
import { Upload } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'

interface AddFilesProps {
  label: string
  /** Several at once. */
  many?: boolean
  look?: ComponentProps<typeof Button>['look']
  size?: ComponentProps<typeof Button>['size']
  onFiles: (files: File[]) => void
}

/** A button that lets one choose files. */
export function AddFiles({ label, many, look = 'plain', size = 'small', onFiles }: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={Upload} look={look} size={size} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={many}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
