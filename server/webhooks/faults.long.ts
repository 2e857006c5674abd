import { testFaults } from '../test/worker-faults.ts'

testFaults(500)
