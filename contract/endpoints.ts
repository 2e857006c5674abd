import { accountEndpoints } from './account-endpoints.ts'
import { assetEndpoints } from './asset-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { extensionEndpoints } from './extension-endpoints.ts'
import { preferenceEndpoints } from './preference-endpoints.ts'
import { productionEndpoints } from './production-endpoints.ts'
import { promptPackageEndpoints } from './prompt-package-endpoints.ts'
import { reportEndpoints } from './report-endpoints.ts'
import { tokenEndpoints } from './token-endpoints.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** Every endpoint of the interface, by name. */
export const endpoints = {
  ...extensionEndpoints,
  ...productionEndpoints,
  ...assetEndpoints,
  ...promptPackageEndpoints,
  ...preferenceEndpoints,
  ...reportEndpoints,
  ...webhookEndpoints,
  ...tokenEndpoints,
  ...accountEndpoints,
} as const satisfies Record<string, Endpoint>
