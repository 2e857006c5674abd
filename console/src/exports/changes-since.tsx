import type { ListedExport } from '@dailies/contract/export.ts'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'

/** Of what there is to be only what changed. */
export interface Since {
  isWhole: boolean
  /** ISO 8601. */
  at?: string
  /** Why there is no such moment. */
  problem?: string
}

export const whole: Since = { isWhole: true }

/** The newest, of which the moment is offered. */
const mostOffered = 20

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

interface Props {
  earlier: readonly ListedExport[]
  since: Since
  onChange: (since: Since) => void
  /** Why it is not to be chosen. */
  off: string | undefined
  errors: string[] | undefined
}

/** All of it, or what changed since an export before or any other moment. */
export function SinceField({ earlier, since, onChange, off, errors }: Props) {
  const [choice, setChoice] = useState('whole')
  const [typed, setTyped] = useState('')
  const offered = earlier.filter(({ of, state }) => of === 'film' && state !== 'failed').slice(0, mostOffered)
  const choose = (value: string) => {
    setChoice(value)
    if (value === 'whole') onChange(whole)
    else onChange(value === 'other' ? sinceTyped(typed) : { isWhole: false, at: value })
  }
  return (
    <>
      <SelectField
        label="Only what changed since"
        hint={off}
        disabled={off !== undefined}
        errors={choice === 'other' ? undefined : errors}
        options={[
          { value: 'whole', label: 'All of it' },
          ...offered.map(({ createdAt, name }) => ({
            value: createdAt,
            label: `The export of ${moment.format(new Date(createdAt))}: ${name}`,
          })),
          { value: 'other', label: 'Another moment' },
        ]}
        value={choice}
        onChange={choose}
      />
      {choice === 'other' && (
        <TextField
          label="Moment"
          type="datetime-local"
          value={typed}
          hint={typed === '' && since.problem}
          errors={typed !== '' && since.problem ? [since.problem] : errors}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange(sinceTyped(event.target.value))
          }}
        />
      )}
    </>
  )
}

/** `typed` is of this time zone. */
function sinceTyped(typed: string): Since {
  if (typed === '') return { isWhole: false, problem: 'Say since when' }
  const at = new Date(typed)
  if (at.getTime() > Date.now()) return { isWhole: false, problem: 'Nothing can have changed since then yet' }
  return { isWhole: false, at: at.toISOString() }
}
