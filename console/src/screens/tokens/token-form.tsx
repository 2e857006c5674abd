import type { Permission } from '@dailies/contract/permission.ts'
import type { Token } from '@dailies/contract/token.ts'
import { Button } from '@dailies/ui/button.tsx'
import { CheckField, TextField } from '@dailies/ui/field.tsx'
import { DailiesError } from '../../../../sdk/src/error.ts'
import type { Input } from '../../api/call.ts'
import { Ticks } from '../../ui/choice.tsx'
import { ProjectChoice } from '../../ui/project-choice.tsx'
import { isSame, permissionItems, presets } from './permissions.ts'

export interface TokenDraft {
  name: string
  permissions: Permission[]
  /** Null is all. */
  projectIds: string[] | null
  limited: boolean
  perMinute: string
  perHour: string
}

export const tokenFields = ['name', 'permissions', 'projectIds', 'rateLimit']

export const emptyToken: TokenDraft = {
  name: '',
  permissions: presets[0]?.permissions ?? [],
  projectIds: null,
  limited: false,
  perMinute: '120',
  perHour: '3000',
}

export function draftOf({ name, permissions, projectIds, rateLimit }: Token): TokenDraft {
  return {
    name,
    permissions,
    projectIds: projectIds.length > 0 ? projectIds : null,
    limited: rateLimit !== null,
    perMinute: String(rateLimit?.perMinute ?? emptyToken.perMinute),
    perHour: String(rateLimit?.perHour ?? emptyToken.perHour),
  }
}

/** What is sent. Throws when no project is ticked: to the service that would mean all. */
export function bodyOf(draft: TokenDraft): Input<'createToken'>['body'] {
  const { name, permissions, projectIds, limited, perMinute, perHour } = draft
  if (projectIds?.length === 0) {
    throw new DailiesError('No project', {
      status: 400,
      details: { fieldErrors: { projectIds: ['Tick at least one project, or take all'] } },
    })
  }
  const rateLimit = limited ? { perMinute: Number(perMinute), perHour: Number(perHour) } : null
  return { name, permissions, projectIds: projectIds ?? [], rateLimit }
}

interface FieldsProps {
  values: TokenDraft
  set: (change: Partial<TokenDraft>) => void
  fieldErrors: Record<string, string[] | undefined>
}

/** What a token is called, what it may, where, and how often. */
export function TokenFields({ values, set, fieldErrors }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="Of the program or machine that gets it. One for each: then one can be revoked alone."
        placeholder="Ada's browser"
        required
        autoFocus
        maxLength={100}
        autoComplete="off"
        value={values.name}
        errors={fieldErrors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Permissions values={values} set={set} fieldErrors={fieldErrors} />
      <ProjectChoice
        legend="Where"
        allHint="Those that are yet to come, too."
        projectIds={values.projectIds}
        onChange={(projectIds) => set({ projectIds })}
        errors={fieldErrors.projectIds}
      />
      <RateLimit values={values} set={set} fieldErrors={fieldErrors} />
    </>
  )
}

function Permissions({ values: { permissions }, set, fieldErrors }: FieldsProps) {
  return (
    <div className="flex flex-col gap-2">
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="float-left mr-1 text-sm text-muted">For</legend>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            size="small"
            look={isSame(preset.permissions, permissions) ? 'primary' : 'plain'}
            aria-pressed={isSame(preset.permissions, permissions)}
            onClick={() => set({ permissions: preset.permissions })}
          >
            {preset.label}
          </Button>
        ))}
      </fieldset>
      <Ticks
        legend="What it may"
        columns
        items={permissionItems}
        values={permissions}
        onChange={(permissions) => set({ permissions })}
        errors={fieldErrors.permissions}
      />
    </div>
  )
}

function RateLimit({ values, set, fieldErrors }: FieldsProps) {
  return (
    <div className="flex flex-col gap-2">
      <CheckField
        label="Limit how often it may ask"
        hint="Else the limits of this installation hold, which nothing here goes beyond."
        checked={values.limited}
        onChange={(event) => set({ limited: event.target.checked })}
      />
      {values.limited && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Requests a minute"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={1_000_000}
            value={values.perMinute}
            errors={fieldErrors.rateLimit}
            onChange={(event) => set({ perMinute: event.target.value })}
          />
          <TextField
            label="Requests an hour"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={10_000_000}
            value={values.perHour}
            onChange={(event) => set({ perHour: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
