import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '../api/queries.ts'

/** Who is signed in. */
export function useAccount() {
  return useSuspenseQuery(query('readAccount', {})).data.data
}
