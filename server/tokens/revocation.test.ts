import { testTokensThatEnd } from '../test/token-races.ts'

testTokensThatEnd(20)
