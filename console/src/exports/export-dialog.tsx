import {
  defaultTemplate,
  mostAlternates,
  type ProductionExport,
  templateFields,
} from '@dailies/contract/export.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { outdate, pages, query } from '../api/queries.ts'
import { bytesText } from '../ui/bytes.ts'
import { Ticks } from '../ui/choice.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, useSubmit } from '../ui/form.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Failed } from '../ui/states.tsx'
import { bodyOf, type Exported, nameOf } from './exported.ts'

/** How often it is looked how far one is, in milliseconds. */
const lookAgain = 1000

interface Props {
  onClose: () => void
  projectId: string
  what: Exported
  mayAsk: boolean
}

/** What is handed over to the edit: asked for, and had. */
export function ExportDialog({ onClose, ...rest }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export"
      width="wide"
      description={`Media, the cut for editing programs, and where each take comes from, in one ZIP: ${nameOf(rest.what)}.`}
    >
      <div className="flex flex-col gap-6">
        {rest.mayAsk && <NewExport {...rest} />}
        <Exports {...rest} />
      </div>
    </Dialog>
  )
}

const allParts = [
  { value: 'cut', label: 'The cut, for editing programs' },
  { value: 'markers', label: 'Notes as markers' },
  { value: 'sidecars', label: 'Where each take comes from' },
] as const

const bundle = { value: 'bundle', label: 'As a bundle of OpenTimelineIO (.otioz)' } as const

const allAlternates = [
  { value: 'none', label: 'The winners alone' },
  { value: 'approved', label: 'Other takes that were approved, too' },
  { value: 'all', label: `All other takes, the newest ${mostAlternates} of a shot` },
] as const

const signed = { value: 'signed', label: 'Sign the copies' } as const

type Part = (typeof allParts)[number]['value'] | typeof bundle.value | typeof signed.value

type Alternates = (typeof allAlternates)[number]['value']

const namesHint = `${templateFields.map((field) => `{${field}}`).join(' ')}; {version:3} has three digits at least`

function NewExport({ projectId, what }: Omit<Props, 'onClose'>) {
  const queryClient = useQueryClient()
  const [template, setTemplate] = useState<string>(defaultTemplate)
  const [since, setSince] = useState('')
  const [alternates, setAlternates] = useState<Alternates>('none')
  const [parts, setParts] = useState<Part[]>(allParts.map(({ value }) => value))
  const signs = useQuery(query('readInstallation', {})).data?.data.signs ?? false
  const form = useSubmit(async () => {
    await call('createExport', {
      params: { id: projectId },
      body: {
        template,
        markers: parts.includes('markers'),
        sidecars: parts.includes('sidecars'),
        signed: parts.includes('signed'),
        bundle: parts.includes('bundle'),
        ...(what.of === 'film' && { alternates }),
        ...(!parts.includes('cut') && { formats: [] }),
        ...bodyOf(what),
        ...(since !== '' && { since: new Date(since).toISOString() }),
      },
    })
    await outdate(queryClient, 'listExports')
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Names of files"
          hint={namesHint}
          value={template}
          errors={form.fieldErrors.template}
          onChange={(event) => setTemplate(event.target.value)}
        />
        {what.of === 'film' && (
          <TextField
            label="Only what changed since"
            hint="Left empty: all of it"
            type="datetime-local"
            value={since}
            errors={form.fieldErrors.since}
            onChange={(event) => setSince(event.target.value)}
          />
        )}
        {what.of === 'film' && (
          <SelectField
            label="Takes of a shot"
            options={allAlternates}
            value={alternates}
            onChange={(value) => setAlternates(value as Alternates)}
          />
        )}
      </div>
      <Ticks
        legend="Beside the media"
        items={[...allParts, bundle, ...(signs ? [signed] : [])]}
        values={parts}
        onChange={setParts}
        columns
      />
      <FormError>{form.message(['template', 'since'])}</FormError>
      <Button type="submit" look="primary" busy={form.busy} className="self-start">
        Prepare
      </Button>
    </form>
  )
}

function Exports({ projectId, mayAsk }: Pick<Props, 'projectId' | 'mayAsk'>) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<ProductionExport>()
  const [asks, setAsks] = useState(false)
  const list = useInfiniteQuery({
    ...pages('listExports', { params: { id: projectId } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ state }) => state === 'preparing'))
        ? lookAgain
        : false,
  })
  const ask = (one: ProductionExport) => {
    setAsked(one)
    setAsks(true)
  }
  const remove = async () => {
    await call('deleteExport', { params: { id: asked!.id } })
    await outdate(queryClient, 'listExports')
  }
  const exports = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (list.isError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <LoadingRows />
  return (
    // Where the keyboard is once the last of them is gone.
    <section aria-label="Exports" tabIndex={-1} className="flex flex-col gap-3">
      {exports.length === 0 ? (
        <p className="text-muted">Nothing was exported yet.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {exports.map((one) => (
            <Row key={one.id} one={one} onDelete={mayAsk ? () => ask(one) : undefined} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label="Load older ones" />
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Delete this export?"
        action="Delete for good"
        onConfirm={remove}
      >
        <p>
          <strong className="wrap-anywhere">{asked?.name}</strong>, which was asked for{' '}
          {asked && <When at={asked.createdAt} />}, cannot be downloaded any more; a download under way ends.
          The takes stay where they are.
        </p>
      </Confirm>
    </section>
  )
}

function Row({ one, onDelete }: { one: ProductionExport; onDelete: (() => void) | undefined }) {
  const { id, name, state, createdBy, createdAt } = one
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl border border-line p-3">
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {createdBy ? `${createdBy.name}, ` : ''}
          <When at={createdAt} />
        </p>
        <p role="status" className="text-sm">
          {stateOf(one)}
        </p>
      </div>
      {state === 'preparing' && one.files > 0 && (
        <progress aria-label={`Preparing ${name}`} value={one.prepared} max={one.files} className="w-32" />
      )}
      {state === 'ready' && (
        <a href={`/api/exports/${encodeURIComponent(id)}/zip`} download className={buttonLook('primary')}>
          <Download size={16} aria-hidden />
          Download
        </a>
      )}
      {onDelete && (
        <Button onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      )}
    </li>
  )
}

function stateOf({ state, reason, prepared, files, missing, bytes, endsAt, bundle }: ProductionExport) {
  if (state === 'failed') return `Failed: ${reason ?? 'ask for another'}`
  if (state === 'preparing') return files > 0 ? `Reading file ${prepared} of ${files}` : 'Preparing'
  const lost = missing > 0 ? `, ${missing} ${missing === 1 ? 'take has' : 'takes have'} no file here` : ''
  return (
    <>
      {bundle && 'Bundle of OpenTimelineIO: '}
      {counted(files, 'file')}, {bytesText(bytes ?? 0)}
      {lost}; ends <When at={endsAt} />
    </>
  )
}
