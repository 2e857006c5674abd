import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { projectStatusOptions } from '../../production/status-options.ts'
import { useSearchText } from '../../ui/search-text.ts'

const route = getRouteApi('/signed-in/projects')

const options = [{ value: '' as const, label: 'All but archived' }, ...projectStatusOptions]

/** Narrows the list by name and status; both are in the address. */
export function ProjectFilter() {
  const { status, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const box = useSearchText(
    q,
    (q) => void navigate({ search: (before) => ({ ...before, q: q || undefined }), replace: true }),
  )
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
        onChange={(value) =>
          void navigate({ search: (before) => ({ ...before, status: value || undefined }), replace: true })
        }
        className="basis-full sm:basis-48"
      />
    </search>
  )
}
