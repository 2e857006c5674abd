import { AudioLines, FileQuestion, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'

/** What a file looks like, small. Its address lasts as long as the row is in sight, so that there are never many. */
export function FilePicture({ file, kind }: { file: File; kind: 'image' | 'video' | 'audio' | undefined }) {
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  const isSeen = kind === 'image' || kind === 'video'
  useEffect(() => {
    if (!isSeen) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file, isSeen])
  const Icon = isBroken ? ImageOff : kind === 'audio' ? AudioLines : FileQuestion
  return (
    <span
      aria-hidden
      className="flex h-10 w-16 shrink-0 items-center justify-center overflow-hidden rounded bg-sunken text-muted"
    >
      {address && !isBroken && kind === 'image' && (
        <img
          src={address}
          alt=""
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      )}
      {address && !isBroken && kind === 'video' && (
        <video
          src={`${address}#t=0.1`}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      )}
      {(!isSeen || isBroken) && <Icon size={18} />}
    </span>
  )
}
