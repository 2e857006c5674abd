import { Switch as Base } from '@base-ui/react/switch'

/** On or off, at once. */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border after:absolute after:-inset-2 after:content-[''] border-strong-line bg-sunken transition-colors data-checked:border-accent data-checked:bg-accent"
    >
      <Base.Thumb className="block size-4 translate-x-1 rounded-full bg-ink transition-transform data-checked:translate-x-6 data-checked:bg-on-accent" />
    </Base.Root>
  )
}
