import { assetEndpoints } from './asset-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { extensionEndpoints } from './extension-endpoints.ts'
import { tokenEndpoints } from './token-endpoints.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** Every endpoint of the interface, by name. */
export const endpoints = {
  ...extensionEndpoints,
  ...assetEndpoints,
  ...webhookEndpoints,
  ...tokenEndpoints,
} as const satisfies Record<string, Endpoint>
