import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../api/queries.ts'
import { useDebounced } from '../ui/use-debounced.ts'

/**
 * What a film has of tags that have what is typed in them, those that most takes have first: asked for once somebody stops typing, for
 * each time all takes are counted. `q` is what was typed then.
 */
export function useKnownTags(projectId: string) {
  const [q, setQ] = useState<string>()
  const typing = useDebounced(250)
  const { data } = useQuery({
    ...query('listTags', { params: { id: projectId }, query: { q: q ?? '', sort: 'count', limit: 20 } }),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
  })
  const onTyped = (text: string) => typing.later(() => setQ(text.trim().slice(0, 200)))
  return { tags: data?.data ?? [], q, onTyped }
}
