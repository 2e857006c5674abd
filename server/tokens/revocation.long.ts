import { testTokensThatEnd } from '../test/token-races.ts'

testTokensThatEnd(200, 1000)
