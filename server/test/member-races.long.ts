import { testMembersWhoLeave } from './member-races.ts'

testMembersWhoLeave(200)
