import type { ProjectRole } from '@dailies/contract/member.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { pages } from '../../api/queries.ts'
import { projectRoleItems } from '../../production/role-words.ts'
import { ShowMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'

/** By the id of the film, what somebody is to be in it. */
export type FilmRoles = ReadonlyMap<string, ProjectRole>

interface FilmsProps {
  films: FilmRoles
  onChange: (films: FilmRoles) => void
  errors: string[] | undefined
}

/** The films that whoever is signed in owns, to be ticked, each with a role. */
export function Films({ films, onChange, errors }: FilmsProps) {
  const list = useInfiniteQuery(pages('browseProjects', {}))
  const id = useId()
  const owned = list.data?.pages.flatMap(({ data }) => data).filter(({ role }) => role === 'owner') ?? []
  const set = (film: string, role: ProjectRole | undefined) => {
    const next = new Map(films)
    if (role) next.set(film, role)
    else next.delete(film)
    onChange(next)
  }
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Films</legend>
      <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
        They are in these at once. Films that you own can be chosen.
      </p>
      {list.isPending ? (
        <LoadingRows rows={2} className="h-10" />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="flex max-h-64 flex-col gap-1 overflow-y-auto">
          {owned.length === 0 && !list.hasNextPage && <p className="text-muted">You own no film yet.</p>}
          {owned.map(({ id, name }) => (
            <Film key={id} name={name} role={films.get(id)} onChange={(role) => set(id, role)} />
          ))}
          <ShowMore list={list} label="Show more films" />
        </div>
      )}
      {errors && (
        <p role="alert" className="mt-1 text-sm font-medium text-danger">
          {errors.join('. ')}
        </p>
      )}
    </fieldset>
  )
}

interface FilmProps {
  name: string
  /** Undefined where it is not chosen. */
  role: ProjectRole | undefined
  onChange: (role: ProjectRole | undefined) => void
}

function Film({ name, role, onChange }: FilmProps) {
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-lg border border-line pr-1 has-checked:border-accent has-checked:bg-accent-soft">
      <label className="flex min-w-0 flex-1 items-center gap-3 py-2 pl-3">
        <input
          type="checkbox"
          checked={role !== undefined}
          onChange={({ target }) => onChange(target.checked ? 'editor' : undefined)}
          className="size-4 shrink-0 accent-accent"
        />
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
      </label>
      {role && (
        <select
          aria-label={`Role in ${name}`}
          value={role}
          onChange={({ target }) => onChange(target.value as ProjectRole)}
          className="h-9 shrink-0 rounded-lg border border-strong-line bg-raised px-2 text-sm pointer-coarse:h-10"
        >
          {projectRoleItems.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
