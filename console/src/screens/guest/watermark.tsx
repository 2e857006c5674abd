import { useId } from 'react'

/** The name of whoever looks, all over the picture: drawn by the page, and in the way of nothing. */
export function Watermark({ name }: { name: string }) {
  const id = useId()
  // As wide as the name, so that none touches the next.
  const width = 60 + Math.min(name.length, 60) * 11
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 size-full select-none" data-watermark>
      <defs>
        <pattern
          id={id}
          width={width}
          height="90"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-24)"
        >
          <text x="0" y="50" fontSize="19" fill="#fff" fillOpacity="0.28" stroke="#000" strokeOpacity="0.22">
            {name}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
