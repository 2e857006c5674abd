import { Button } from '@dailies/ui/button.tsx'
import { JsonField } from '@dailies/ui/json-field.tsx'
import { WandSparkles } from 'lucide-react'
import type { ComponentProps } from 'react'
import { formatJson } from './json-value.ts'

/** A box for JSON with a button that lays it out. */
export function TidyJsonField(props: ComponentProps<typeof JsonField>) {
  const { label, value, onChange } = props
  return (
    <JsonField
      {...props}
      action={
        <Button
          look="quiet"
          size="small"
          icon={WandSparkles}
          aria-label={`Tidy up ${label}`}
          onClick={() => onChange(formatJson(value))}
          className="max-sm:h-10"
        >
          Tidy up
        </Button>
      }
    />
  )
}
