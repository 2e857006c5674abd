import { hueOf, initials } from './initials.ts'

const sizes = {
  small: 'size-5 text-[0.6rem]',
  compact: 'size-7 text-xs',
  normal: 'size-9 text-sm',
}

/** Degrees: names that differ in a digit are of colours far from each other. */
const apart = 137

interface FaceProps {
  name: string
  size?: keyof typeof sizes
  /** Where the name does not stand beside it: what it says instead of the name alone, "Captured by Ada". */
  label?: string
}

/** Somebody, by their initials, in a colour that is always theirs. */
export function Face({ name, size = 'normal', label }: FaceProps) {
  const hue = (hueOf(name) * apart) % 360
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      title={label ?? name}
      style={{
        backgroundColor: `light-dark(oklch(0.9 0.06 ${hue}), oklch(0.36 0.07 ${hue}))`,
        color: `light-dark(oklch(0.35 0.1 ${hue}), oklch(0.93 0.05 ${hue}))`,
      }}
      className={`inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full font-semibold whitespace-nowrap select-none ${sizes[size]}`}
    >
      {initials(name) || '?'}
    </span>
  )
}
