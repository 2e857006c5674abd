import { testMembersWhoLeave } from './member-races.ts'

testMembersWhoLeave(10, 2)
