import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { pages } from '../api/queries.ts'
import { useAllPages } from '../api/use-all-pages.ts'
import { useSubmit } from '../ui/form.tsx'
import { NameDialog } from '../ui/name-dialog.tsx'
import { useSavedChanged } from './saved.ts'

/** Keeps what is looked for by a name: for oneself, or for all members of a film that one edits. */
export function SaveSearch({ q, onClose }: { q: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [whose, setWhose] = useState('')
  const changed = useSavedChanged()
  const films = useInfiniteQuery(pages('browseProjects', { query: {} }))
  useAllPages(films)
  const mine = (films.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ role }) => role === 'editor' || role === 'owner',
  )
  const form = useSubmit(async () => {
    const { data } = await call('createSavedSearch', {
      body: { name: name.trim(), q, projectId: whose || null },
    })
    // What one saves is what one wants at hand; where there is no more room it is saved still.
    await call('pinSavedSearch', { params: { id: data.id }, body: {} }).catch(() => {})
    await changed()
    notify(`“${data.name}” is saved`)
    onClose()
  })
  return (
    <NameDialog
      title="Save this search"
      description={<Text q={q} />}
      {...{ name, form, onClose }}
      onName={setName}
      mostOfName={100}
      action="Save"
    >
      <SelectField
        label="Who sees it"
        options={[
          { value: '', label: 'Only you' },
          ...mine.map(({ id, name }) => ({ value: id, label: `All members of ${name}` })),
        ]}
        value={whose}
        onChange={setWhose}
      />
    </NameDialog>
  )
}

/** Renames a saved search, or changes what it looks for. */
export function EditSearch({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  // As it was when it was opened: what somebody changes meanwhile is told when it is sent.
  const [before] = useState({ name: search.name, q: search.q })
  const [values, set] = useState(before)
  const changed = useSavedChanged()
  const form = useSubmit(async () => {
    const body = onlyChanged<Partial<typeof before>>(before, { ...values, name: values.name.trim() })
    const was = Object.fromEntries(Object.keys(body).map((name) => [name, before[name as 'q']]))
    await call('updateSavedSearch', { params: { id: search.id }, body: { ...body, was } })
    await changed()
    onClose()
  })
  return (
    <NameDialog
      title={`Change “${search.name}”`}
      {...{ form, onClose }}
      name={values.name}
      onName={(name) => set({ ...values, name })}
      mostOfName={100}
      action="Save"
      fields={['q']}
    >
      <TextField
        label="What it looks for"
        required
        autoComplete="off"
        maxLength={500}
        className="[&_input]:font-mono"
        value={values.q}
        errors={form.fieldErrors.q}
        onChange={({ target }) => set({ ...values, q: target.value })}
      />
    </NameDialog>
  )
}

function Text({ q }: { q: string }) {
  return (
    <bdi className="font-mono text-sm wrap-anywhere" dir="auto">
      {q}
    </bdi>
  )
}
