import { testFailovers } from './failover.ts'

testFailovers(1)
