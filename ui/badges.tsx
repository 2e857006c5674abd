import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import {
  Award,
  CheckCheck,
  Circle,
  CircleCheck,
  CircleDot,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  ShieldX,
} from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-sunken text-muted',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  violet: 'bg-violet-soft text-violet',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

/** A word in a coloured box. The word says it all; the colour only helps. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  tone?: keyof typeof tones
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  )
}

interface Look {
  tone: keyof typeof tones
  icon: LucideIcon
}

const statuses: Record<AssetStatus, Look> = {
  DRAFT: { tone: 'neutral', icon: Circle },
  GENERATED: { tone: 'info', icon: CircleDot },
  SELECTED: { tone: 'accent', icon: Award },
  APPROVED: { tone: 'good', icon: CircleCheck },
  FINAL: { tone: 'violet', icon: CheckCheck },
}

export function StatusBadge({
  status,
  label = statusLabels[status],
}: {
  status: AssetStatus
  label?: string
}) {
  return <Badge {...statuses[status]}>{label}</Badge>
}

const rights: Record<RightsState, Look> = {
  UNKNOWN: { tone: 'warn', icon: ShieldQuestion },
  NON_COMMERCIAL: { tone: 'danger', icon: ShieldAlert },
  COMMERCIAL_ALLOWED: { tone: 'good', icon: ShieldCheck },
  RESTRICTED: { tone: 'danger', icon: ShieldX },
}

export function RightsBadge({ rightsState }: { rightsState: RightsState }) {
  return <Badge {...rights[rightsState]}>{rightsLabels[rightsState]}</Badge>
}

export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  const tone = status === 'ARCHIVED' ? 'neutral' : status === 'COMPLETED' ? 'good' : 'info'
  return <Badge tone={tone}>{projectStatusLabels[status]}</Badge>
}

export const statusLabels: Record<AssetStatus, string> = {
  DRAFT: 'Draft',
  GENERATED: 'Generated',
  SELECTED: 'Selected',
  APPROVED: 'Approved',
  FINAL: 'Final',
}

export const rightsLabels: Record<RightsState, string> = {
  UNKNOWN: 'Rights unknown',
  NON_COMMERCIAL: 'Non-commercial',
  COMMERCIAL_ALLOWED: 'Commercial',
  RESTRICTED: 'Restricted',
}

export const projectStatusLabels: Record<ProjectStatus, string> = {
  DEVELOPMENT: 'Development',
  PRE_PRODUCTION: 'Pre-production',
  PRODUCTION: 'Production',
  POST_PRODUCTION: 'Post-production',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
}

export const assetTypeLabels: Record<AssetType, string> = {
  IMAGE: 'Image',
  VIDEO: 'Video',
  AUDIO: 'Audio',
  MUSIC: 'Music',
  VOICE: 'Voice',
  NARRATION: 'Narration',
  STORYBOARD: 'Storyboard',
  OTHER: 'Other',
}
