import { testCommentsThroughKills } from './comments-crash.ts'

testCommentsThroughKills({ writers: 4, comments: 20, kills: 2 })
