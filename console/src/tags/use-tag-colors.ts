import type { TagColor } from '@dailies/contract/tag.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../api/queries.ts'

/** The colours of a film's tags, by tag; none until they are there. */
export function useTagColors(projectId: string): ReadonlyMap<string, TagColor> {
  const { data } = useQuery(query('listTagColors', { params: { id: projectId } }))
  return useMemo(
    () => new Map(data?.data.flatMap(({ name, color }) => (color ? [[name, color]] : []))),
    [data],
  )
}
