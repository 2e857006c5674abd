import { anyRequest } from './any-request.ts'

anyRequest('postgres', { runs: 20 })
