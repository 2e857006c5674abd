/** How the statements are called: by what they are exported as. Loaded when somebody wants to know; a test holds that none is missing. */

import * as accountsInstallationQueries from './accounts/installation-queries.ts'
import * as accountsInvitationQueries from './accounts/invitation-queries.ts'
import * as accountsPasskeysQueries from './accounts/passkeys/queries.ts'
import * as accountsProviderQueries from './accounts/provider/queries.ts'
import * as accountsQueries from './accounts/queries.ts'
import * as accountsSecondFactorQueries from './accounts/second-factor/queries.ts'
import * as accountsSessionQueries from './accounts/session-queries.ts'
import * as accountsStepQueries from './accounts/step-queries.ts'
import * as activityQueries from './activity/queries.ts'
import * as assetsBoardQueries from './assets/board-queries.ts'
import * as assetsCapturedQueries from './assets/captured-queries.ts'
import * as assetsChangeSetQueries from './assets/change-set-queries.ts'
import * as assetsGroupQueries from './assets/group-queries.ts'
import * as assetsLineageQueries from './assets/lineage-queries.ts'
import * as assetsManyQueries from './assets/many-queries.ts'
import * as assetsMoveQueries from './assets/move-queries.ts'
import * as assetsQueries from './assets/queries.ts'
import * as assetsRightsDefaultQueries from './assets/rights-default-queries.ts'
import * as assetsStackQueries from './assets/stack-queries.ts'
import * as assetsVersionQueries from './assets/version-queries.ts'
import * as attachmentsQueries from './attachments/queries.ts'
import * as backupsQueries from './backups/queries.ts'
import * as commentsNoteQueries from './comments/note-queries.ts'
import * as commentsQueries from './comments/queries.ts'
import * as commentsVerdictQueries from './comments/verdict-queries.ts'
import * as cutChangeQueries from './cut/change-queries.ts'
import * as cutQueries from './cut/queries.ts'
import type { AnyStatement } from './db/watch.ts'
import * as doctorQueries from './doctor/queries.ts'
import * as exportsQueries from './exports/queries.ts'
import * as inboxMailQueries from './inbox/mail-queries.ts'
import * as inboxNotifyQueries from './inbox/notify-queries.ts'
import * as inboxQueries from './inbox/queries.ts'
import * as linksGuestQueries from './links/guest-queries.ts'
import * as linksQueries from './links/queries.ts'
import * as linksTakeQueries from './links/take-queries.ts'
import * as lookoutQueries from './lookout/queries.ts'
import * as mailQueries from './mail/queries.ts'
import * as marksQueries from './marks/queries.ts'
import * as mediaBlobQueries from './media/blob-queries.ts'
import * as mediaCredentialQueries from './media/credential-queries.ts'
import * as mediaKeptQueries from './media/kept-queries.ts'
import * as mediaLookQueries from './media/look-queries.ts'
import * as mediaMarkedQueries from './media/marked-queries.ts'
import * as mediaQueries from './media/queries.ts'
import * as mediaUploadQueries from './media/upload-queries.ts'
import * as mediaUsageQueries from './media/usage-queries.ts'
import * as mediaWaitingQueries from './media/waiting-queries.ts'
import * as platformsQueries from './platforms/queries.ts'
import * as playlistsItemQueries from './playlists/item-queries.ts'
import * as playlistsQueries from './playlists/queries.ts'
import * as productionAssignmentQueries from './production/assignment-queries.ts'
import * as productionBudgetQueries from './production/budget-queries.ts'
import * as productionCaptureKeyQueries from './production/capture-key-queries.ts'
import * as productionCharacterQueries from './production/character-queries.ts'
import * as productionDeletedProjectQueries from './production/deleted-project-queries.ts'
import * as productionDeletedSceneQueries from './production/deleted-scene-queries.ts'
import * as productionDeletionQueries from './production/deletion-queries.ts'
import * as productionEditQueries from './production/edit-queries.ts'
import * as productionImportQueries from './production/import-queries.ts'
import * as productionMemberQueries from './production/member-queries.ts'
import * as productionProgressQueries from './production/progress-queries.ts'
import * as productionProjectQueries from './production/project-queries.ts'
import * as productionQueries from './production/queries.ts'
import * as productionSceneQueries from './production/scene-queries.ts'
import * as productionShotQueries from './production/shot-queries.ts'
import * as productionStatusChangeQueries from './production/status-change-queries.ts'
import * as productionSumQueries from './production/sum-queries.ts'
import * as productionUserQueries from './production/user-queries.ts'
import * as productionWinnerChangeQueries from './production/winner-change-queries.ts'
import * as profileQueries from './profile/queries.ts'
import * as promptPackagesQueries from './prompt-packages/queries.ts'
import * as provenanceQueries from './provenance/queries.ts'
import * as reportsQueries from './reports/queries.ts'
import * as retentionQueries from './retention/queries.ts'
import * as reviewsQueries from './reviews/queries.ts'
import * as savedSearchesQueries from './saved-searches/queries.ts'
import * as searchAlikeQueries from './search/alike-queries.ts'
import * as searchDocumentQueries from './search/document-queries.ts'
import * as searchPlacesPlaceQueries from './search/places/place-queries.ts'
import * as searchPostgresQueries from './search/postgres-queries.ts'
import * as searchQueries from './search/queries.ts'
import * as searchWaitingQueries from './search/waiting-queries.ts'
import * as tagsQueries from './tags/queries.ts'
import * as tokensQueries from './tokens/queries.ts'
import * as transferQueries from './transfer/queries.ts'
import * as trashQueries from './trash/queries.ts'
import * as webhooksDeliveryQueries from './webhooks/delivery-queries.ts'
import * as webhooksEventQueries from './webhooks/event-queries.ts'
import * as webhooksPruneQueries from './webhooks/prune-queries.ts'
import * as webhooksQueries from './webhooks/queries.ts'

const modules: Record<string, object> = {
  'accounts/installation-queries': accountsInstallationQueries,
  'accounts/invitation-queries': accountsInvitationQueries,
  'accounts/passkeys/queries': accountsPasskeysQueries,
  'accounts/provider/queries': accountsProviderQueries,
  'accounts/queries': accountsQueries,
  'accounts/second-factor/queries': accountsSecondFactorQueries,
  'accounts/session-queries': accountsSessionQueries,
  'accounts/step-queries': accountsStepQueries,
  'activity/queries': activityQueries,
  'assets/board-queries': assetsBoardQueries,
  'assets/captured-queries': assetsCapturedQueries,
  'assets/change-set-queries': assetsChangeSetQueries,
  'assets/group-queries': assetsGroupQueries,
  'assets/lineage-queries': assetsLineageQueries,
  'assets/many-queries': assetsManyQueries,
  'assets/move-queries': assetsMoveQueries,
  'assets/queries': assetsQueries,
  'assets/rights-default-queries': assetsRightsDefaultQueries,
  'assets/stack-queries': assetsStackQueries,
  'assets/version-queries': assetsVersionQueries,
  'attachments/queries': attachmentsQueries,
  'backups/queries': backupsQueries,
  'comments/note-queries': commentsNoteQueries,
  'comments/queries': commentsQueries,
  'comments/verdict-queries': commentsVerdictQueries,
  'cut/change-queries': cutChangeQueries,
  'cut/queries': cutQueries,
  'doctor/queries': doctorQueries,
  'exports/queries': exportsQueries,
  'inbox/mail-queries': inboxMailQueries,
  'inbox/notify-queries': inboxNotifyQueries,
  'inbox/queries': inboxQueries,
  'links/guest-queries': linksGuestQueries,
  'links/queries': linksQueries,
  'links/take-queries': linksTakeQueries,
  'lookout/queries': lookoutQueries,
  'mail/queries': mailQueries,
  'marks/queries': marksQueries,
  'media/blob-queries': mediaBlobQueries,
  'media/credential-queries': mediaCredentialQueries,
  'media/kept-queries': mediaKeptQueries,
  'media/look-queries': mediaLookQueries,
  'media/marked-queries': mediaMarkedQueries,
  'media/queries': mediaQueries,
  'media/upload-queries': mediaUploadQueries,
  'media/usage-queries': mediaUsageQueries,
  'media/waiting-queries': mediaWaitingQueries,
  'platforms/queries': platformsQueries,
  'playlists/item-queries': playlistsItemQueries,
  'playlists/queries': playlistsQueries,
  'production/assignment-queries': productionAssignmentQueries,
  'production/budget-queries': productionBudgetQueries,
  'production/capture-key-queries': productionCaptureKeyQueries,
  'production/character-queries': productionCharacterQueries,
  'production/deleted-project-queries': productionDeletedProjectQueries,
  'production/deleted-scene-queries': productionDeletedSceneQueries,
  'production/deletion-queries': productionDeletionQueries,
  'production/edit-queries': productionEditQueries,
  'production/import-queries': productionImportQueries,
  'production/member-queries': productionMemberQueries,
  'production/progress-queries': productionProgressQueries,
  'production/project-queries': productionProjectQueries,
  'production/queries': productionQueries,
  'production/scene-queries': productionSceneQueries,
  'production/shot-queries': productionShotQueries,
  'production/status-change-queries': productionStatusChangeQueries,
  'production/sum-queries': productionSumQueries,
  'production/user-queries': productionUserQueries,
  'production/winner-change-queries': productionWinnerChangeQueries,
  'profile/queries': profileQueries,
  'prompt-packages/queries': promptPackagesQueries,
  'provenance/queries': provenanceQueries,
  'reports/queries': reportsQueries,
  'retention/queries': retentionQueries,
  'reviews/queries': reviewsQueries,
  'saved-searches/queries': savedSearchesQueries,
  'search/alike-queries': searchAlikeQueries,
  'search/document-queries': searchDocumentQueries,
  'search/places/place-queries': searchPlacesPlaceQueries,
  'search/postgres-queries': searchPostgresQueries,
  'search/queries': searchQueries,
  'search/waiting-queries': searchWaitingQueries,
  'tags/queries': tagsQueries,
  'tokens/queries': tokensQueries,
  'transfer/queries': transferQueries,
  'trash/queries': trashQueries,
  'webhooks/delivery-queries': webhooksDeliveryQueries,
  'webhooks/event-queries': webhooksEventQueries,
  'webhooks/prune-queries': webhooksPruneQueries,
  'webhooks/queries': webhooksQueries,
}

/** Of each statement: `media/blob-queries keepBlob`; of one that is in an object, with that before it. */
export function statementNames(): Map<AnyStatement, string> {
  const names = new Map<AnyStatement, string>()
  const add = (one: unknown, name: string, depth: number) => {
    if (isStatement(one)) names.set(one, name)
    else if (depth > 0 && typeof one === 'object' && one !== null) {
      for (const [member, inside] of Object.entries(one)) add(inside, `${name}.${member}`, depth - 1)
    }
  }
  for (const [module, exported] of Object.entries(modules)) {
    for (const [name, one] of Object.entries(exported)) add(one, `${module} ${name}`, 3)
  }
  return names
}

function isStatement(one: unknown): one is AnyStatement {
  return typeof (one as Partial<AnyStatement> | null)?.compiled === 'function'
}
