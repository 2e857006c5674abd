import type { Connection } from '../db/database.ts'
import { unavailable } from '../error.ts'

/** The same, to read from as long as whoever asks is there: from then on it throws `unavailable`, which nobody hears. */
export function whileThere(db: Connection, hasLeft: () => boolean): Connection {
  const requireThere = () => {
    if (hasLeft()) throw unavailable()
  }
  return {
    ...db,
    all: async (statement, parameters) => {
      requireThere()
      return db.all(statement, parameters)
    },
    first: async (statement, parameters) => {
      requireThere()
      return db.first(statement, parameters)
    },
  }
}
