import { Button } from '@dailies/ui/button.tsx'
import { type LucideIcon, Upload } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'

interface AddFilesProps {
  label: string
  /** Several at once. */
  many?: boolean
  icon?: LucideIcon
  look?: ComponentProps<typeof Button>['look']
  size?: ComponentProps<typeof Button>['size']
  onFiles: (files: File[]) => void
}

/** A button that lets one choose files. */
export function AddFiles({
  label,
  many,
  icon = Upload,
  look = 'plain',
  size = 'small',
  onFiles,
}: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={icon} look={look} size={size} onClick={() => input.current?.click()}>
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
