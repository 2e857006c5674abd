import { CheckField } from '@dailies/ui/field.tsx'

interface TickAllProps {
  label: string
  all: readonly { included: boolean }[]
  onChange: (included: boolean) => void
}

/** A box for all boxes below it; half ticked when only some of them are. */
export function TickAll({ label, all, onChange }: TickAllProps) {
  const ticked = all.filter(({ included }) => included).length
  return (
    <CheckField
      label={label}
      checked={ticked === all.length}
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < all.length
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
