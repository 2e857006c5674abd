import type { Notice } from './inbox.ts'

/**
 * Text as it stands; the name of something, which is no more than a name, whatever it has in it; or a day of the
 * calendar, `2026-11-21`, for whoever shows it to write as days are written there.
 */
export type SentencePart = string | { name: string } | { day: string }

/** What a notice says to whom it is for, in words, for the console and for mail. */
export function noticeSentence(notice: Notice): SentencePart[] {
  const { actor, webhook, token } = notice
  const who: SentencePart[] = actor ? [{ name: actor.name }, ' '] : []
  switch (notice.kind) {
    case 'member.added':
      return [...who, actor ? 'added you to ' : 'You were added to ', project(notice), ` as ${role(notice)}`]
    case 'member.role_changed':
      return [...who, actor ? 'made you ' : 'You became ', `${role(notice)} of `, project(notice)]
    case 'member.removed':
      return [...who, actor ? 'removed you from ' : 'You were removed from ', project(notice)]
    case 'asset.selected':
      return [...who, 'selected your take ', asset(notice), ...place(notice)]
    case 'asset.approved':
      return [...who, `${deedOf(notice)} your take `, asset(notice), ...place(notice)]
    case 'scene.completed':
      return [...who, 'completed ', scene(notice), ' of ', project(notice)]
    case 'shot.assigned':
      return [
        ...who,
        actor ? 'assigned you ' : 'You were assigned ',
        shot(notice),
        ...place(notice),
        ...due(notice),
      ]
    case 'webhook.paused':
      return [
        'Your webhook ',
        { name: webhook?.name ?? 'that is gone' },
        ' is paused: everything sent to it failed',
      ]
    case 'token.expiring':
      return ['Your token ', { name: token?.name ?? 'that is gone' }, ' ends on ', dayOf(notice)]
  }
}

/** The same as plain text. */
export function noticeText(notice: Notice): string {
  return noticeSentence(notice)
    .map((part) => (typeof part === 'string' ? part : 'day' in part ? part.day : part.name))
    .join('')
}

/** Where in the console one looks at what a notice is about; undefined where there is nothing to look at. */
export function noticePlace({ kind, asset, scene, project, webhook, token }: Notice): string | undefined {
  if (asset) return `/assets/${asset.id}`
  if (scene) return `/scenes/${scene.id}`
  if (project) return `/projects/${project.id}`
  if (webhook) return `/webhooks/${webhook.id}`
  return kind === 'token.expiring' && token ? '/tokens' : undefined
}

function project({ project, details }: Notice): SentencePart {
  return { name: project?.name ?? (details.projectName || 'a project') }
}

function scene({ scene }: Notice): SentencePart {
  return scene ? { name: `scene ${scene.sceneId}` } : 'a scene that is gone'
}

function shot({ shot, details: { shots } }: Notice): SentencePart {
  if (shots !== undefined) return `${shots} shots`
  return shot ? { name: `shot ${shot.shotCode}` } : 'a shot that is gone'
}

function due({ details }: Notice): SentencePart[] {
  return details.dueOn ? [', due on ', { day: details.dueOn }] : []
}

function asset({ asset }: Notice): SentencePart {
  if (!asset) return 'that is gone'
  const { title, platformLabel, assetType, versionNumber } = asset
  return { name: title || `${platformLabel} ${assetType.toLowerCase()} v${versionNumber}` }
}

function place({ kind, scene, shot, project }: Notice): SentencePart[] {
  if (!scene || !project) return []
  const where = shot && kind !== 'shot.assigned' ? `, shot ${shot.shotCode}` : ''
  return [` in scene ${scene.sceneId}${where} of `, { name: project.name }]
}

function deedOf({ details }: Notice): string {
  return details.status === 'FINAL' ? 'made final' : 'approved'
}

/** "a viewer", "an editor". */
function role({ details }: Notice): string {
  const name = details.role ?? 'viewer'
  return `${/^[eo]/.test(name) ? 'an' : 'a'} ${name}`
}

function dayOf({ details }: Notice): SentencePart {
  return details.expiresAt ? { day: details.expiresAt.slice(0, 10) } : 'its day'
}
