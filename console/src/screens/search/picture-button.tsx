import { IconButton } from '@dailies/ui/button.tsx'
import { ImageUp } from 'lucide-react'
import { type RefObject, useRef } from 'react'

/** What the service decodes. Phones that keep their photos otherwise make these of them. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff'

interface PictureButtonProps {
  button: RefObject<HTMLButtonElement | null>
  onFiles: (files: File[]) => void
}

/** Lets one choose a picture to look for. */
export function PictureButton({ button, onFiles }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        icon={ImageUp}
        label="Look for a picture"
        tip="Look for a picture: choose, drop or paste one"
        className="pointer-coarse:w-11 pointer-coarse:h-11"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label="Picture to look for"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same one may be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
