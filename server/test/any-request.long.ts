import { anyRequest } from './any-request.ts'
import { engines } from './engines.ts'

for (const engine of engines) anyRequest(engine, { runs: 400 })
