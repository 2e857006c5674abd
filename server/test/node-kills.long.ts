import { testNodeKills } from './node-kills.ts'

testNodeKills(50)
