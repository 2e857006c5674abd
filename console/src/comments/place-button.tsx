import type { FrameRange } from '@dailies/contract/frame.ts'
import { Timer } from 'lucide-react'
import { placeInWords, placeOf } from './frame-words.ts'

/** Where something was said; leads there. */
export function PlaceButton({ range, onGo }: { range: FrameRange; onGo: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Go to ${placeInWords(range)}`}
      onClick={() => {
        onGo()
        // What is to be seen may be far above, on a phone.
        document.querySelector('[data-take-media]')?.scrollIntoView({ block: 'nearest' })
      }}
      className="inline-flex min-h-7 items-center gap-1 rounded-md bg-accent-soft px-2 font-mono text-xs font-semibold text-accent hover:underline pointer-coarse:min-h-10"
    >
      <Timer size={12} aria-hidden />
      {placeOf(range)}
    </button>
  )
}
