import { Button, IconButton } from '@dailies/ui/button.tsx'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useKeys } from '../ui/keys.ts'
import { type ZoomControl, ZoomPane } from '../ui/zoom.tsx'
import { type Change, farther, nearer, toFull, toWhole, whole, zoomKeys } from '../ui/zoom-view.ts'

interface PictureViewProps {
  src: string
  alt: string
  /** A tiny picture to show first, as `data:` address. */
  placeholder?: string | undefined
  /** Pixels, where they are known before it is loaded. */
  size?: { width: number; height: number } | undefined
  onError: () => void
  /** Lies over the picture, and moves with it. */
  overlay?: ReactNode
  picture?: Ref<HTMLImageElement>
}

/** A picture to look at closely. */
export function PictureView({
  src,
  alt,
  placeholder,
  size: known,
  onError,
  overlay,
  picture,
}: PictureViewProps) {
  const [view, setView] = useState(whole)
  const [size, setSize] = useState(known)
  const full = useRef(2)
  const control = useRef<ZoomControl>(null)
  const change = (next: Change) => () => control.current?.change(next)
  useKeys(Object.fromEntries(Object.entries(zoomKeys).map(([key, next]) => [key, change(next)])))
  const isWhole = view.scale === 1
  return (
    <div className="relative size-full">
      <ZoomPane
        view={view}
        onChange={setView}
        size={size}
        wheel="zoomed"
        clickZooms
        fullScale={full}
        control={control}
        label="Picture: plus and minus zoom, Z is 100 %, 0 shows all of it, arrows move it"
      >
        <img
          ref={picture}
          src={src}
          alt={alt}
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight, style } }) => {
            style.removeProperty('background-image')
            // A drawing (SVG) may have no size of its own.
            setSize({ width: naturalWidth || 1600, height: naturalHeight || 900 })
          }}
          onError={onError}
          style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
          className="size-full bg-contain bg-center bg-no-repeat object-contain"
        />
        {overlay && size && <div className="absolute inset-0">{overlay}</div>}
      </ZoomPane>
      <div className="absolute right-2 bottom-2 flex items-center rounded-lg border border-line bg-surface/90 text-sm">
        <IconButton
          icon={Minus}
          label="Zoom out (-)"
          size="small"
          disabled={isWhole}
          onClick={change(farther)}
          className="pointer-coarse:size-10"
        />
        <span aria-live="polite" className="w-14 text-center tabular-nums">
          {Math.round((view.scale / full.current) * 100)} %
        </span>
        <IconButton
          icon={Plus}
          label="Zoom in (+)"
          size="small"
          onClick={change(nearer)}
          className="pointer-coarse:size-10"
        />
        <Button
          look="quiet"
          size="small"
          aria-label="1:1, 100 % (Z)"
          onClick={change(toFull)}
          className="pointer-coarse:h-10"
        >
          1:1
        </Button>
        <IconButton
          icon={Maximize}
          label="All of it (0)"
          size="small"
          disabled={isWhole}
          onClick={change(toWhole)}
          className="pointer-coarse:size-10"
        />
      </div>
    </div>
  )
}
