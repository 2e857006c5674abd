import type { TagColor } from '@dailies/contract/tag.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../api/queries.ts'

/** The colours of a film's tags, by tag; none until they are there, and none of no film. */
export function useTagColors(projectId: string | undefined): ReadonlyMap<string, TagColor> {
  const { data } = useQuery({
    ...query('listTagColors', { params: { id: projectId ?? '' } }),
    enabled: projectId !== undefined,
  })
  return useMemo(
    () => new Map(data?.data.flatMap(({ name, color }) => (color ? [[name, color]] : []))),
    [data],
  )
}
