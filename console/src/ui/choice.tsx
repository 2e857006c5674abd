import { type ReactNode, useId } from 'react'

interface Item<V extends string> {
  value: V
  label: string
  hint?: ReactNode
  /** Why it is not to be had now: told in place of the hint. */
  off?: string | undefined
}

interface GroupProps<V extends string> {
  legend: string
  hint?: ReactNode
  items: readonly Item<V>[]
  /** What the service says is wrong with it. */
  errors?: string[] | undefined
  /** Side by side, where there is room. */
  columns?: boolean
}

/** One of a few, each with a word on what it means. */
export function Choice<V extends string>({
  value,
  onChange,
  ...group
}: GroupProps<V> & { value: V; onChange: (value: V) => void }) {
  return <Group {...group} type="radio" isOn={(one) => one === value} onToggle={onChange} />
}

/** Any of a few. */
export function Ticks<V extends string>({
  values,
  onChange,
  ...group
}: GroupProps<V> & { values: readonly V[]; onChange: (values: V[]) => void }) {
  const toggle = (value: V) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return <Group {...group} type="checkbox" isOn={(value) => values.includes(value)} onToggle={toggle} />
}

interface Control<V> {
  type: 'radio' | 'checkbox'
  isOn: (value: V) => boolean
  onToggle: (value: V) => void
}

function Group<V extends string>({
  legend,
  hint,
  items,
  errors,
  columns,
  type,
  isOn,
  onToggle,
}: GroupProps<V> & Control<V>) {
  const id = useId()
  const wrong = errors !== undefined && errors.length > 0
  const described = [hint && `${id}-hint`, wrong && `${id}-errors`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <div className={`grid gap-1 ${columns ? 'sm:grid-cols-2' : ''}`}>
        {items.map((item) => (
          <label
            key={item.value}
            className="flex min-h-10 items-start gap-3 rounded-lg border border-line px-3 py-2 hover:border-strong-line has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-muted"
          >
            <input
              type={type}
              name={id}
              checked={isOn(item.value)}
              disabled={item.off !== undefined}
              onChange={() => onToggle(item.value)}
              aria-describedby={hintOf(item) ? `${id}-${item.value}` : undefined}
              aria-labelledby={`${id}-${item.value}-label`}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">
              <span id={`${id}-${item.value}-label`} className="block">
                {item.label}
              </span>
              {hintOf(item) && (
                <span id={`${id}-${item.value}`} className="block text-sm text-muted">
                  {hintOf(item)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {wrong && (
        <p id={`${id}-errors`} role="alert" className="mt-1 text-sm font-medium text-danger">
          {errors.join('. ')}
        </p>
      )}
    </fieldset>
  )
}

function hintOf<V extends string>({ off, hint }: Item<V>): ReactNode {
  return off ?? hint
}
