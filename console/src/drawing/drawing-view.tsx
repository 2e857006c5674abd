import type { Shape } from '@dailies/contract/drawing.ts'
import { useMemo, useRef } from 'react'
import { shapePath } from './shape-path.ts'
import { useAspect } from './use-aspect.ts'

/** Of the SVG, for a height of the picture. */
const unit = 1000

interface DrawingViewProps {
  drawing: { shapes: readonly Shape[] }
  /** Says what is drawn; without it, it is only for the eyes. */
  label?: string
}

/** What was drawn on a frame. It fills its parent, which is to lie exactly over the picture. */
export function DrawingView({ drawing, label }: DrawingViewProps) {
  const plane = useRef<HTMLDivElement>(null)
  const aspect = useAspect(plane)
  const shapes = (
    <svg
      viewBox={`0 0 ${aspect * unit} ${unit}`}
      preserveAspectRatio="none"
      aria-hidden
      className="absolute inset-0 size-full overflow-visible"
    >
      {drawing.shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shape has its place in the drawing, and nothing else
        <ShapeView key={index} shape={shape} aspect={aspect} />
      ))}
    </svg>
  )
  return (
    <div ref={plane} className="pointer-events-none absolute inset-0">
      {label ? (
        <div role="img" aria-label={label} className="size-full">
          {shapes}
        </div>
      ) : (
        shapes
      )}
    </div>
  )
}

function ShapeView({ shape, aspect }: { shape: Shape; aspect: number }) {
  const path = useMemo(
    () => (shape.kind === 'text' ? undefined : shapePath(shape, aspect, unit)),
    [shape, aspect],
  )
  if (shape.kind === 'text') {
    const size = shape.size * unit
    return (
      <text
        data-shape="text"
        fill={shape.colour}
        fontSize={size}
        stroke="#000"
        strokeOpacity={0.6}
        strokeWidth={size * 0.08}
        paintOrder="stroke"
        className="font-sans font-semibold"
      >
        {shape.text.split('\n').map((line, index) => (
          <tspan
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has its place in the text
            key={index}
            x={shape.at.x * aspect * unit}
            y={shape.at.y * unit + size * (0.9 + 1.2 * index)}
          >
            {line}
          </tspan>
        ))}
      </text>
    )
  }
  const { d, lineWidth } = path!
  return (
    <path
      data-shape={shape.kind}
      d={d}
      fill={lineWidth === undefined ? shape.colour : 'none'}
      stroke={lineWidth === undefined ? 'none' : shape.colour}
      strokeWidth={lineWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}
