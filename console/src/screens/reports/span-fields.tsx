import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { ChartNoAxesColumn, FilterX } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { useCommands } from '../../palette/commands.ts'
import { PersonField } from '../../production/person-field.tsx'
import { isTurned, ordinaryDay } from './span.ts'

export interface Span {
  /** Days as `2026-11-21`, both of them within it. */
  from?: string | undefined
  to?: string | undefined
  /** Id of a user. */
  by?: string | undefined
}

interface SpanFieldsProps {
  span: Span
  /** Whose takes can be asked for: `seen` are those who captured some of what is shown. Of all films nobody is. */
  people?: { projectId: string; seen: readonly { id: string; name: string }[] }
  onChange: (change: Span) => void
}

/** When, and by whom, the takes were captured of which a report tells. */
export function SpanFields({ span, people, onChange }: SpanFieldsProps) {
  const { from, to, by = '' } = span
  const first = useRef<HTMLInputElement>(null)
  const isNarrowed = from !== undefined || to !== undefined || by !== ''
  const clear = () => {
    onChange({ from: undefined, to: undefined, by: undefined })
    // The button goes.
    first.current?.focus()
  }
  useCommands(() => (isNarrowed ? [{ name: 'Report on all takes', icon: FilterX, run: clear }] : []))
  return (
    <search aria-label="Takes of the report" className="flex flex-wrap items-start gap-3 print:hidden">
      <DayField ref={first} label="From" day={from} onChange={(from) => onChange({ from })} />
      <DayField
        label="To"
        day={to}
        errors={isTurned(span) ? ['Is before the first day'] : undefined}
        onChange={(to) => onChange({ to })}
      />
      {people && (
        <PersonField label="Captured by" {...people} chosen={by} onChoose={(by) => onChange({ by })} />
      )}
      {isNarrowed && (
        <Button icon={FilterX} onClick={clear} className="mt-6">
          Report on all takes
        </Button>
      )}
    </search>
  )
}

/** In place of a report on days of which the last is before the first. */
export function Turned() {
  return (
    <Empty icon={ChartNoAxesColumn} title="The last day is before the first">
      No take was captured within both.
    </Empty>
  )
}

interface DayFieldProps {
  ref?: Ref<HTMLInputElement>
  label: string
  day: string | undefined
  errors?: string[] | undefined
  onChange: (day: string | undefined) => void
}

/** A day counts as soon as it is whole: while one writes its year, that is the year 2 first, and no day at all before. */
function DayField({ ref, label, day = '', errors, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      ref={ref}
      label={label}
      type="date"
      errors={errors}
      value={typed ?? day}
      onChange={({ target: { value, validity } }) => {
        const isWhole = value === '' ? !validity.badInput : ordinaryDay(value) !== undefined
        setTyped(isWhole ? undefined : value)
        if (isWhole && value !== day) onChange(ordinaryDay(value))
      }}
      onBlur={() => setTyped(undefined)}
      className="min-w-36 flex-1 sm:max-w-48"
    />
  )
}
