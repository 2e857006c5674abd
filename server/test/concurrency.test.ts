import { manyAtOnce } from './concurrency.ts'

manyAtOnce({ crowd: 200, rounds: 8 })
