import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { projectStatusOptions } from '../../production/status-options.ts'
import { useSearchText } from '../../ui/search-text.ts'
import { useAtOnce } from '../../ui/use-at-once.ts'

const route = getRouteApi('/signed-in/projects')

const options = [{ value: '' as const, label: 'All but archived' }, ...projectStatusOptions]

/** Narrows the list by name and status; both are in the address. */
export function ProjectFilter() {
  const said = route.useSearch()
  const navigate = route.useNavigate()
  const tell = (change: typeof said) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const box = useSearchText(said.q ?? '', (q) => tell({ q: q || undefined }))
  const [{ status }, narrow] = useAtOnce(said, tell)
  return (
    <search className="flex flex-wrap gap-3">
      <div className="relative min-w-0 flex-1 basis-full sm:basis-56">
        <Search size={16} className="pointer-events-none absolute top-3 left-3 text-muted" aria-hidden />
        <TextField
          label="Search by name"
          hideLabel
          type="search"
          placeholder="Search by name"
          maxLength={200}
          value={box.text}
          onChange={(event) => box.type(event.target.value)}
          className="[&_input]:pl-9"
        />
      </div>
      <SelectField
        label="Status"
        hideLabel
        options={options}
        value={options.find(({ value }) => value === status)?.value ?? ''}
        onChange={(value) => narrow({ status: value || undefined })}
        className="basis-full sm:basis-48"
      />
    </search>
  )
}
