import { anyRequest } from './any-request.ts'

anyRequest('sqlite', { runs: 20 })
