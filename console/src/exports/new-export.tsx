import {
  defaultTemplate,
  type ListedExport,
  mostAlternates,
  templateFields,
} from '@dailies/contract/export.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../api/queries.ts'
import { Ticks } from '../ui/choice.tsx'
import { FormError, useSubmit } from '../ui/form.tsx'
import { askExport } from './ask-export.ts'
import { type Since, SinceField, whole } from './changes-since.tsx'
import { bodyOf, type Exported } from './exported.ts'

const allAlternates = [
  { value: 'none', label: 'The winners alone' },
  { value: 'approved', label: 'Other takes that were approved, too' },
  { value: 'all', label: `All other takes, the newest ${mostAlternates} of a shot` },
] as const

type Alternates = (typeof allAlternates)[number]['value']

type Part = 'cut' | 'markers' | 'sidecars' | 'bundle' | 'signed'

interface Props {
  projectId: string
  what: Exported
  /** Since which there may be changes. */
  earlier: readonly ListedExport[]
}

const namesHint = `${templateFields.map((field) => `{${field}}`).join(' ')}; {version:3} has three digits at least`

/** Asks for an export. What goes with nothing else that was chosen is off, and says why. */
export function NewExport({ projectId, what, earlier }: Props) {
  const queryClient = useQueryClient()
  const [template, setTemplate] = useState<string>(defaultTemplate)
  const [since, setSince] = useState<Since>(whole)
  const [alternates, setAlternates] = useState<Alternates>('none')
  const [ticked, setTicked] = useState<Part[]>(['cut', 'markers', 'sidecars'])
  const signs = useQuery(query('readInstallation', {})).data?.data.signs ?? false
  const isBundle = ticked.includes('bundle')
  const hasCut = ticked.includes('cut') || isBundle
  const parts = ticked.filter((part) => part !== 'markers' || hasCut)
  const folders =
    isBundle && template.includes('/') ? 'A bundle has no folders: leave / out of the names' : undefined
  const form = useSubmit(() =>
    askExport(queryClient, {
      params: { id: projectId },
      body: {
        template,
        markers: parts.includes('markers'),
        sidecars: parts.includes('sidecars'),
        signed: parts.includes('signed'),
        bundle: isBundle,
        ...(what.of === 'film' && { alternates }),
        ...(!parts.includes('cut') && { formats: [] }),
        ...bodyOf(what),
        ...(since.at !== undefined && { since: since.at }),
      },
    }),
  )
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Names of files"
          hint={namesHint}
          value={template}
          errors={folders === undefined ? form.fieldErrors.template : [folders]}
          onChange={(event) => setTemplate(event.target.value)}
        />
        {what.of === 'film' && (
          <>
            <SelectField
              label="Takes of a shot"
              hint={since.isWhole ? undefined : 'What changed is told of the winners alone'}
              disabled={!since.isWhole}
              options={allAlternates}
              value={alternates}
              onChange={setAlternates}
            />
            <SinceField
              earlier={earlier}
              since={since}
              onChange={setSince}
              off={notSince({ isBundle, alternates })}
              errors={form.fieldErrors.since}
            />
          </>
        )}
      </div>
      <Ticks
        legend="Beside the media"
        items={[
          { value: 'cut', label: 'The cut, for editing programs' },
          { value: 'markers', label: 'Notes as markers', off: hasCut ? undefined : 'They are in the cut' },
          { value: 'sidecars', label: 'Where each take comes from' },
          {
            ...({ value: 'bundle', label: 'As a bundle of OpenTimelineIO (.otioz)' } as const),
            off: isBundle ? undefined : noBundle({ since, template }),
          },
          ...(signs ? [{ value: 'signed', label: 'Sign the copies' } as const] : []),
        ]}
        values={parts}
        // What is off comes back as it was.
        onChange={(next) => setTicked(parts.length < ticked.length ? [...next, 'markers'] : next)}
        columns
      />
      <FormError>{form.message(['template', 'since'])}</FormError>
      <Button
        type="submit"
        look="primary"
        busy={form.busy}
        disabled={folders !== undefined || since.problem !== undefined}
        className="self-start"
      >
        Prepare
      </Button>
    </form>
  )
}

function notSince({ isBundle, alternates }: { isBundle: boolean; alternates: Alternates }) {
  if (isBundle) return 'A bundle has all of it'
  return alternates === 'none' ? undefined : 'Other takes come with all of it alone'
}

function noBundle({ since, template }: { since: Since; template: string }) {
  if (!since.isWhole) return 'A bundle has all of it, not what changed alone'
  return template.includes('/') ? 'A bundle has no folders: leave / out of the names' : undefined
}
