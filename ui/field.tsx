import { type ComponentProps, type ReactNode, useId } from 'react'

const box =
  'w-full rounded-lg border bg-raised px-3 text-ink placeholder:text-muted border-strong-line aria-invalid:border-danger'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What the service says is wrong with it. */
  errors?: string[] | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
}

/** Ids and `aria` of a control that has a label, a hint and errors. */
interface Described {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label above a control, what helps below it, and what is wrong with it, read out with it. */
export function Field({
  label,
  hint,
  errors,
  hideLabel,
  className = '',
  children,
}: FieldProps & { children: (control: Described) => ReactNode }) {
  const id = useId()
  const wrong = errors && errors.length > 0
  const described = [hint && `${id}-hint`, wrong && `${id}-errors`].filter(Boolean).join(' ')
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-errors`} role="alert" className="text-sm font-medium text-danger">
          {errors.join('. ')}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  errors,
  hideLabel,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field {...{ label, hint, errors, hideLabel, className }}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          className={`${box} h-10 read-only:border-line read-only:bg-sunken`}
        />
      )}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  errors,
  hideLabel,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field {...{ label, hint, errors, hideLabel, className }}>
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          className={`${box} field-sizing-content max-h-[60dvh] min-h-24 py-2`}
        />
      )}
    </Field>
  )
}

export interface Option<V extends string> {
  value: V
  label: string
}

/** The browser's own list: quick, and right on phones and for every reader. */
export function SelectField<V extends string>({
  label,
  hint,
  errors,
  hideLabel,
  className,
  options,
  value,
  onChange,
  ...rest
}: FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> & {
    options: readonly Option<V>[]
    value: V
    onChange: (value: V) => void
  }) {
  return (
    <Field {...{ label, hint, errors, hideLabel, className }}>
      {(control) => (
        <select
          {...rest}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value as V)}
          className={`${box} h-10 pr-8`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A box to tick, with its label beside it. */
export function CheckField({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input
        type="checkbox"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1 size-4 shrink-0 accent-accent pointer-coarse:mt-3"
        {...rest}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="inline-block pointer-coarse:py-2">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
