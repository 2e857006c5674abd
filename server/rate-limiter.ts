import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible'
import type { RateLimitClient } from './db/database.ts'

/** Counts in PostgreSQL for all nodes together, or in the memory of this process. */
export function rateLimiter(
  client: RateLimitClient | undefined,
  options: IRateLimiterOptions,
): RateLimiterAbstract {
  if (!client) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: client,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
  })
}
