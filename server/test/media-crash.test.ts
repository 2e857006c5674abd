import { testMediaKills } from './media-crash.ts'

testMediaKills(2)
