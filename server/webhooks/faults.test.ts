import { testFaults } from '../test/worker-faults.ts'

testFaults(25, 20_260)
