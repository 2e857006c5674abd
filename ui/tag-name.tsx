import type { TagColor } from '@dailies/contract/tag.ts'
import type { ReactNode } from 'react'
import { TagDot } from './tag-dot.tsx'

interface TagNameProps {
  name: string
  color: TagColor | null | undefined
  /** Of the name: how what is long is cut or broken. */
  className?: string
  /** As words of a text, whose lines it goes over where it is long. */
  inText?: boolean
  /** The name, where something in it is marked. */
  children?: ReactNode
}

/** A tag as it stands in a film: its name, and before it the colour that it has there, if any. */
export function TagName({ name, color, className = 'wrap-anywhere', inText, children = name }: TagNameProps) {
  if (inText)
    return (
      <>
        {color && (
          // Without this a line may end behind what is no letter, whatever space comes next.
          <span className="whitespace-nowrap">
            <TagDot color={color} inText />
            {'\u00a0'}
          </span>
        )}
        <bdi className={className}>{children}</bdi>
      </>
    )
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      <TagDot color={color} />
      <bdi className={`min-w-0 ${className}`}>{children}</bdi>
    </span>
  )
}
