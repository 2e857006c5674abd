import { testKillsWhileSending } from './webhook-crash.ts'

testKillsWhileSending(3)
