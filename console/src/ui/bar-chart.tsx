import { useId } from 'react'

const fills = {
  accent: 'bg-accent',
  info: 'bg-info',
  good: 'bg-good',
  warn: 'bg-[repeating-linear-gradient(45deg,var(--warn)_0_4px,var(--warn-soft)_4px_8px)]',
  danger: 'bg-[repeating-linear-gradient(-45deg,var(--danger)_0_6px,var(--danger-soft)_6px_8px)]',
  violet: 'bg-violet',
  waiting: 'bg-[repeating-linear-gradient(90deg,var(--info)_0_2px,var(--info-soft)_2px_6px)]',
}

export type Fill = keyof typeof fills

export interface Bar {
  key: string
  label: string
  parts: { value: number; fill: Fill }[]
  /** The figure at its end. */
  figure: string
}

interface BarChartProps {
  title: string
  bars: Bar[]
  /** What each fill stands for, where there are several. */
  legend?: { fill: Fill; label: string }[]
  /** The most that it draws; its table has them all. */
  most?: number
}

/** Lying bars. The same numbers stand in a table beside it, which is what screen readers read. */
export function BarChart({ title, bars, legend, most = 10 }: BarChartProps) {
  const id = useId()
  const shown = bars.slice(0, most)
  const longest = Math.max(...bars.map(lengthOf), 0)
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption id={id} className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold">{title}</span>
        {legend?.map(({ fill, label }) => (
          <span key={label} className="flex items-center gap-1.5 text-muted">
            <span aria-hidden className={`size-3 rounded-sm ${fills[fill]}`} />
            {label}
          </span>
        ))}
      </figcaption>
      <div
        aria-hidden
        className="grid grid-cols-[fit-content(45%)_1fr] gap-x-3 gap-y-2 text-sm sm:grid-cols-[fit-content(12rem)_1fr]"
      >
        {shown.map((bar) => (
          <div key={bar.key} className="contents">
            <span className="min-w-0 truncate text-right text-muted" title={bar.label}>
              {bar.label}
            </span>
            <span className="flex min-w-0 items-center gap-2">
              <span
                className="flex h-4 min-w-0 shrink-[999] overflow-hidden rounded-r-sm"
                style={{ width: `${share(lengthOf(bar), longest) * 75}%` }}
              >
                {bar.parts.map(({ value, fill }) => (
                  <span
                    key={fill}
                    className={fills[fill]}
                    style={{ width: `${share(value, lengthOf(bar)) * 100}%` }}
                  />
                ))}
              </span>
              <span className="tabular-nums">{bar.figure}</span>
            </span>
          </div>
        ))}
      </div>
      {bars.length > most && (
        <p className="mt-2 text-sm text-muted">And {bars.length - most} more, in the table below.</p>
      )}
    </figure>
  )
}

function lengthOf({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0)
}

function share(value: number, of: number): number {
  return of > 0 ? value / of : 0
}

/** One whole, cut into its parts. */
export function ShareBar({
  title,
  parts,
}: {
  title: string
  parts: { label: string; value: number; fill: Fill }[]
}) {
  const id = useId()
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="mb-2 text-sm font-semibold">
        {title}
      </figcaption>
      <div aria-hidden>
        <div className="flex h-7 gap-0.5 overflow-hidden rounded-lg">
          {parts
            .filter(({ value }) => value > 0)
            .map(({ label, value, fill }) => (
              <span
                key={label}
                title={`${label}: ${value}`}
                className={`min-w-1 ${fills[fill]}`}
                style={{ flexGrow: value, flexBasis: 0 }}
              />
            ))}
        </div>
        <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {parts.map(({ label, value, fill }) => (
            <span key={label} className="flex items-center gap-1.5">
              <span className={`size-3 rounded-sm ${fills[fill]}`} />
              {label}{' '}
              <span className="text-muted tabular-nums">
                {all > 0 ? Math.round((value / all) * 100) : 0} %
              </span>
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}
