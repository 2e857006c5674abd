import { notify } from '@dailies/ui/notices.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../ui/error-text.ts'

interface Saving<C> {
  /** Changes of one name are saved one after the other, so that what was asked for last is written last. */
  name: string
  save: (change: C) => Promise<unknown>
  /** Reads again what is shown, once the last of them is saved or refused. */
  readBack: () => Promise<unknown>
}

/**
 * Changes that are seen at once: `wanted` is what was asked for and is not read back yet, and lies over what the service
 * said. The `variables` of a mutation are there only a moment after the click, and a box would jump back until then.
 */
export function useSavedAtOnce<C, W extends object>({ name, save, readBack }: Saving<C>) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<Partial<W>>()
  const isLast = () => queryClient.isMutating({ mutationKey: [name] }) === 1
  const { mutate, isSuccess } = useMutation({
    mutationKey: [name],
    scope: { id: name },
    mutationFn: save,
    onError: (error) => notify(errorText(error), { failed: true }),
    onSettled: async () => {
      if (!isLast()) return
      await readBack()
      if (isLast()) setWanted(undefined)
    },
  })
  const change = (change: C, seen: Partial<W>) => {
    setWanted((before) => ({ ...before, ...seen }) as Partial<W>)
    mutate(change)
  }
  const isSaving = wanted !== undefined
  return { wanted, change, isSaving, isSaved: isSuccess && !isSaving }
}
