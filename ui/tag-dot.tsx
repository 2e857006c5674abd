import type { TagColor } from '@dailies/contract/tag.ts'

/** Each has a contrast of 3 or more to every surface, in both themes. */
const fills: Record<TagColor, string> = {
  red: 'bg-[light-dark(#c62828,#ff8f85)]',
  orange: 'bg-[light-dark(#c75800,#ffb066)]',
  yellow: 'bg-[light-dark(#8c7000,#ffe066)]',
  green: 'bg-[light-dark(#2e7d32,#7fd39b)]',
  teal: 'bg-[light-dark(#007a80,#5fd6d6)]',
  blue: 'bg-[light-dark(#1e63c6,#8fc3f5)]',
  purple: 'bg-[light-dark(#7b3fb5,#c9a8f5)]',
  pink: 'bg-[light-dark(#c2387f,#ff9ecb)]',
}

interface TagDotProps {
  color: TagColor | null | undefined
  /** Among words. */
  inText?: boolean
}

/** The colour of a tag, before its name. A tag without one has none. */
export function TagDot({ color, inText }: TagDotProps) {
  if (!color) return null
  const place = inText ? 'inline-block align-[-0.05em]' : 'shrink-0'
  return <span aria-hidden data-color={color} className={`size-2.5 rounded-full ${place} ${fills[color]}`} />
}
