import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call, type Input, type Reply } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { useSavedAtOnce } from '../../api/use-saved-at-once.ts'

export type Preferences = Reply<'readPreferences'>['data']
type Change = Input<'updatePreferences'>['body']

/** `seen` is what is shown of it at once, where that is not the change itself: what its null stands for. */
export type ChangePreferences = (change: Change, seen?: Partial<Preferences>) => void

/** The user's preferences, and how to change them. */
export function usePreferences() {
  const queryClient = useQueryClient()
  const saved = useSuspenseQuery(query('readPreferences', {})).data.data
  const { wanted, change, isSaving, isSaved } = useSavedAtOnce<Change, Preferences>({
    name: 'updatePreferences',
    save: (body) => call('updatePreferences', { body }),
    readBack: () => outdate(queryClient, 'readPreferences'),
  })
  const changeSeen: ChangePreferences = (body, seen = body as Partial<Preferences>) => change(body, seen)
  return { preferences: { ...saved, ...wanted }, change: changeSeen, isSaving, isSaved }
}
