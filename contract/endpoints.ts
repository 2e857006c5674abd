import { accountEndpoints } from './account-endpoints.ts'
import { activityEndpoints } from './activity-endpoints.ts'
import { assetChangeEndpoints } from './asset-change-endpoints.ts'
import { assetEndpoints } from './asset-endpoints.ts'
import { commentEndpoints } from './comment-endpoints.ts'
import { cutEndpoints } from './cut-endpoints.ts'
import { doctorEndpoints } from './doctor-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoints } from './export-endpoints.ts'
import { extensionEndpoints } from './extension-endpoints.ts'
import { guestEndpoints } from './guest-endpoints.ts'
import { inboxEndpoints } from './inbox-endpoints.ts'
import { linkEndpoints } from './link-endpoints.ts'
import { liveEndpoints } from './live-endpoints.ts'
import { markEndpoints } from './mark-endpoints.ts'
import { mediaEndpoints } from './media-endpoints.ts'
import { memberEndpoints } from './member-endpoints.ts'
import { playlistEndpoints } from './playlist-endpoints.ts'
import { preferenceEndpoints } from './preference-endpoints.ts'
import { productionEndpoints } from './production-endpoints.ts'
import { promptPackageEndpoints } from './prompt-package-endpoints.ts'
import { provenanceEndpoints } from './provenance-endpoints.ts'
import { reportEndpoints } from './report-endpoints.ts'
import { reviewEndpoints } from './review-endpoints.ts'
import { savedSearchEndpoints } from './saved-search-endpoints.ts'
import { searchEndpoints } from './search-endpoints.ts'
import { tagEndpoints } from './tag-endpoints.ts'
import { tokenEndpoints } from './token-endpoints.ts'
import { trashEndpoints } from './trash-endpoints.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** Every endpoint of the interface, by name. */
export const endpoints = {
  ...extensionEndpoints,
  ...productionEndpoints,
  ...memberEndpoints,
  ...activityEndpoints,
  ...assetEndpoints,
  ...assetChangeEndpoints,
  ...tagEndpoints,
  ...trashEndpoints,
  ...searchEndpoints,
  ...savedSearchEndpoints,
  ...cutEndpoints,
  ...provenanceEndpoints,
  ...exportEndpoints,
  ...mediaEndpoints,
  ...doctorEndpoints,
  ...commentEndpoints,
  ...markEndpoints,
  ...playlistEndpoints,
  ...reviewEndpoints,
  ...promptPackageEndpoints,
  ...inboxEndpoints,
  ...preferenceEndpoints,
  ...reportEndpoints,
  ...webhookEndpoints,
  ...liveEndpoints,
  ...tokenEndpoints,
  ...accountEndpoints,
  ...linkEndpoints,
  ...guestEndpoints,
} as const satisfies Record<string, Endpoint>
