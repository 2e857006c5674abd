import { testCommentsThroughKills } from './comments-crash.ts'

testCommentsThroughKills({ writers: 20, comments: 50, kills: 10 })
