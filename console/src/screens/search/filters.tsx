import { searchable } from '@dailies/contract/searchable.ts'
import { CheckField, SelectField, TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'
import { asWritten, type Choice, type FieldName, fields } from '../../search/fields.ts'
import { listed, valuesListed, valuesOf, withValues } from '../../search/filter-text.ts'
import { useFilms, usePlatforms } from './use-choices.ts'

interface FilterProps {
  /** The search, which says all that is chosen here. */
  text: string
  onChange: (text: string) => void
}

/** The filters of a search: each choice writes into its text, or takes away from it. */
export function Filters({ text, onChange }: FilterProps) {
  const rest = { text, onChange }
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
      <Select {...rest} field="project" label="Film" choices={useFilms()} className="col-span-full" />
      <Select {...rest} field="type" label="Type" choices={fields.type.choices} />
      <Select {...rest} field="status" label="Status" choices={fields.status.choices} />
      <Select {...rest} field="rights" label="Rights" choices={fields.rights.choices} />
      <Select {...rest} field="platform" label="Platform" choices={usePlatforms()} />
      <Text {...rest} field="model" label="Model" placeholder="veo" />
      <Text {...rest} field="tag" label="Tag" placeholder="night" />
      <Day {...rest} field="after" label="From" />
      <Day {...rest} field="before" label="Before" />
      <div className="col-span-full flex flex-wrap gap-x-5 gap-y-1 lg:flex-col">
        <Tick {...rest} field="by" value="me" label="Captured by me" />
        <Tick {...rest} field="is" value="winner" label="Winners" />
        <Tick {...rest} field="has" value="notes" label="With open notes" />
        <Tick {...rest} field="is" value="at-risk" label="Only a link" />
        <Tick {...rest} field="is" value="lost" label="Lost" />
      </div>
    </div>
  )
}

interface OneProps extends FilterProps {
  field: FieldName
  label: string
}

function Select({
  text,
  onChange,
  field,
  label,
  choices,
  className,
}: OneProps & { choices: readonly Choice[]; className?: string }) {
  const values = valuesOf(text, field)
  const known = values.map(
    (value) => choices.find((choice) => isSame(choice, value)) ?? { value, label: value },
  )
  // What is written otherwise, or several, is offered as it is.
  const chosen = {
    value: known.map(({ value }) => value).join('\n'),
    label: known.map(({ label }) => label).join(' or '),
  }
  const isOffered = chosen.value === '' || choices.some(({ value }) => value === chosen.value)
  return (
    <SelectField
      label={label}
      className={className ?? ''}
      options={[{ value: '', label: 'Any' }, ...(isOffered ? [] : [chosen]), ...choices]}
      value={chosen.value}
      onChange={(value) => onChange(withValues(text, field, value === '' ? [] : [value]))}
    />
  )
}

function isSame(choice: Choice, value: string): boolean {
  return (
    choice.value === asWritten(value) ||
    choice.value === value ||
    searchable(choice.label) === searchable(value)
  )
}

/** Of several values a comma is between them; one that has a comma itself stands in quotes. */
function Text({ text, onChange, field, label, placeholder }: OneProps & { placeholder: string }) {
  const said = listed(valuesOf(text, field))
  const [typed, setTyped] = useState<string>()
  const send = () => {
    setTyped(undefined)
    if (typed !== undefined && typed.trim() !== said) onChange(withValues(text, field, valuesListed(typed)))
  }
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      value={typed ?? said}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={send}
      onKeyDown={({ key }) => key === 'Enter' && send()}
    />
  )
}

function Day({ text, onChange, field, label }: OneProps) {
  const said = dayOf(valuesOf(text, field)[0] ?? '')
  const [typed, setTyped] = useState<string>()
  const send = () => {
    setTyped(undefined)
    if (typed !== undefined && typed !== said) onChange(withValues(text, field, [typed]))
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed ?? said}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={send}
      onKeyDown={({ key }) => key === 'Enter' && send()}
    />
  )
}

/** The day on which a day, a month or a year begins. */
function dayOf(value: string): string {
  const [, year, month = '1', day = '1'] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(value) ?? []
  return year === undefined ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function Tick({ text, onChange, field, value, label }: OneProps & { value: string }) {
  const values = valuesOf(text, field)
  const others = values.filter((one) => asWritten(one) !== value)
  return (
    <CheckField
      label={label}
      checked={others.length < values.length}
      onChange={({ target }) =>
        onChange(withValues(text, field, target.checked ? [...others, value] : others))
      }
    />
  )
}
