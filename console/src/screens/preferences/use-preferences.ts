import { notify } from '@dailies/ui/notices.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Reply } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { errorText } from '../../ui/error-text.ts'

export type Preferences = Reply<'readPreferences'>['data']
type Change = Input<'updatePreferences'>['body']

/** `seen` is what is shown of it at once, where that is not the change itself: what its null stands for. */
export type ChangePreferences = (change: Change, seen?: Partial<Preferences>) => void

const key = ['updatePreferences']

/** The user's preferences, and how to change them: seen at once, saved one after the other. */
export function usePreferences() {
  const queryClient = useQueryClient()
  const saved = useSuspenseQuery(query('readPreferences', {})).data.data
  /** What was asked for and is not read back yet. */
  const [wanted, setWanted] = useState<Partial<Preferences>>({})
  const isLast = () => queryClient.isMutating({ mutationKey: key }) === 1
  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey: key,
    // What was asked for last is written last.
    scope: { id: 'preferences' },
    mutationFn: (body: Change) => call('updatePreferences', { body }),
    onError: (error) => notify(errorText(error), { failed: true }),
    onSettled: async () => {
      if (!isLast()) return
      await outdate(queryClient, 'readPreferences')
      if (isLast()) setWanted({})
    },
  })
  const change: ChangePreferences = (body, seen = body as Partial<Preferences>) => {
    setWanted((before) => ({ ...before, ...seen }))
    mutate(body)
  }
  return { preferences: { ...saved, ...wanted }, change, isSaving: isPending, isSaved: isSuccess }
}
