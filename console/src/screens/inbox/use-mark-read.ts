import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { errorText } from '../../ui/error-text.ts'

/** Marks notices as read and unread, and shows it. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  const [isMarkingAll, setIsMarkingAll] = useState(false)
  const showing = async (change: Promise<unknown>) => {
    try {
      await change
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    await outdate(queryClient, 'listNotices', 'countUnreadNotices')
  }
  return {
    mark: (id: string, read: boolean) => showing(call('updateNotice', { params: { id }, body: { read } })),
    isMarkingAll,
    /** All up to the newest that is shown: what came since stays unread. */
    markAll: async (through: string) => {
      setIsMarkingAll(true)
      await showing(call('readNotices', { body: { through } }))
      setIsMarkingAll(false)
    },
  }
}
