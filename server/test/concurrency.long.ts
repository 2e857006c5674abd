import { manyAtOnce } from './concurrency.ts'

manyAtOnce({ crowd: 1000, rounds: 25 })
