import { testMediaKills } from './media-crash.ts'

// On each of two databases: a hundred for each store.
testMediaKills(50)
