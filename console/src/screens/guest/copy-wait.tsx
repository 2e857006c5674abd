import type { GuestTake } from '@dailies/contract/guest.ts'
import { CircleOff, LoaderCircle } from 'lucide-react'
import { nameOf, sourceOf } from './guest-take.ts'
import type { CopyState } from './use-copy.ts'
import { Watermark } from './watermark.tsx'

interface CopyWaitProps {
  take: GuestTake
  state: Exclude<CopyState, 'made'>
  name: string
}

/** Stands in the place of a take until the copy with the guest's name is there: small, and with the name drawn over it. */
export function CopyWait({ take, state, name }: CopyWaitProps) {
  const { still, placeholder } = sourceOf(take)
  const isComing = state === 'coming'
  const Icon = isComing ? LoaderCircle : CircleOff
  return (
    <div className="relative flex size-full items-center justify-center overflow-hidden bg-black">
      {(still ?? placeholder) && (
        <img src={still ?? placeholder} alt={nameOf(take)} className="size-full object-contain opacity-60" />
      )}
      <Watermark name={name} />
      <p
        role="status"
        className="absolute mx-4 flex max-w-md items-center gap-2 rounded-lg bg-black/80 px-3 py-2 text-sm text-white"
      >
        <Icon
          size={18}
          aria-hidden
          className={isComing ? 'flex-none motion-safe:animate-spin' : 'flex-none'}
        />
        {isComing ? 'It is being made with your name in it. It shows by itself.' : state.problem}
      </p>
    </div>
  )
}
