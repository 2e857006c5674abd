import { statement } from '@dailies/server/db/statement.ts'

/** Has all that was chosen until now be chosen at that time. */
export const setTimeOfChoices = statement((db, { time }: { time: string }) =>
  db.updateTable('winner_changes').set({ created_at: time }),
)
