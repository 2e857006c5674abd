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
    case 'comment.mentioned':
      return [
        ...who,
        actor ? 'mentioned you on ' : 'You were mentioned on ',
        take(notice),
        ...place(notice),
        ...said(notice),
      ]
    case 'comment.replied':
      return [...by(notice), 'replied to you on ', take(notice), ...place(notice), ...said(notice)]
    case 'comment.on_take':
      return [...by(notice), 'commented on your take ', asset(notice), ...place(notice), ...said(notice)]
    case 'verdict.given':
      return [...by(notice), ...verdictOn(notice), ...place(notice)]
    case 'review.completed':
      return [
        ...who,
        actor ? 'ended the review session ' : 'The review session ended: ',
        { name: notice.details.review?.name ?? 'that is gone' },
        ' of ',
        project(notice),
        ` with ${counted(notice.details.review?.notes ?? 0)}`,
      ]
    case 'link.answered':
      if (notice.details.verdict) return [...by(notice), ...verdictOn(notice), ...place(notice)]
      return [...by(notice), 'commented on ', take(notice), ...place(notice), ...said(notice)]
    case 'budget.reached':
      return budgetOf(notice)
    case 'webhook.paused':
      return [
        'Your webhook ',
        { name: webhook?.name ?? 'that is gone' },
        ' is paused: everything sent to it failed',
      ]
    case 'backup.failed':
      return backup(notice)
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
export function noticePlace(notice: Notice): string | undefined {
  const { kind, asset, comment, scene, project, webhook, token } = notice
  if (asset && comment) return `/assets/${asset.id}?comment=${comment.id}`
  if (asset) return `/assets/${asset.id}`
  if (project && notice.details.review) return `/reviews/${notice.details.review.id}`
  if (scene) return `/scenes/${scene.id}`
  if (project && kind === 'budget.reached') return `/projects/${project.id}/report`
  if (project) return `/projects/${project.id}`
  if (webhook) return `/webhooks/${webhook.id}`
  if (kind === 'backup.failed') return '/storage'
  return kind === 'token.expiring' && token ? '/tokens' : undefined
}

function counted(notes: number): string {
  return notes === 1 ? '1 note' : `${notes} notes`
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

/** A take that may be of anybody. */
function take({ asset: about, ...rest }: Notice): SentencePart {
  return about ? asset({ ...rest, asset: about }) : 'a take that is gone'
}

/** Whoever did it, a guest of a link too. */
function by({ actor, details }: Notice): SentencePart[] {
  const name = actor?.name ?? details.guestName
  return name === undefined ? ['Somebody '] : [{ name }, ' ']
}

function said({ comment }: Notice): SentencePart[] {
  return comment?.text ? [': ', { name: comment.text }] : []
}

function verdictOn(notice: Notice): SentencePart[] {
  const whose = notice.kind === 'link.answered' ? [take(notice)] : ['your take ', asset(notice)]
  switch (notice.details.verdict) {
    case 'changes_needed':
      return ['asked for changes of ', ...whose]
    case 'no_opinion':
      return ['took back a verdict on ', ...whose]
    default:
      return ['approved of ', ...whose]
  }
}

function deedOf({ details }: Notice): string {
  return details.status === 'FINAL' ? 'made final' : 'approved'
}

/** "a viewer", "an editor". */
function role({ details }: Notice): string {
  const name = details.role ?? 'viewer'
  return `${/^[eo]/.test(name) ? 'an' : 'a'} ${name}`
}

function budgetOf(notice: Notice): SentencePart[] {
  const { budget } = notice.details
  if (!budget) return [project(notice), ' has spent much of its budget']
  const sums = `: $${budget.spentUsd.toFixed(2)} of $${budget.budgetUsd.toFixed(2)}`
  if (budget.percent >= 100) return [project(notice), ` is over its budget${sums}`]
  return [project(notice), ` has spent ${budget.percent} % of its budget${sums}`]
}

function backup({ createdAt, details: { missing, backedUpAt, problem } }: Notice): SentencePart[] {
  if (missing !== undefined) {
    const files = missing === 1 ? 'a file is' : `${missing} files are`
    return [`A backup was made, but ${files} gone or damaged, and not in it`]
  }
  const why = problem ? `: ${problem}` : ''
  return [
    'The backup failed on ',
    { day: createdAt.slice(0, 10) },
    ` at ${createdAt.slice(11, 16)} UTC, and `,
    ...(backedUpAt
      ? ['what changed since the last one, of ', { day: backedUpAt.slice(0, 10) }, `, is in none${why}`]
      : [`there is none yet${why}`]),
  ]
}

function dayOf({ details }: Notice): SentencePart {
  return details.expiresAt ? { day: details.expiresAt.slice(0, 10) } : 'its day'
}
