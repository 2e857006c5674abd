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

const statuses: Record<AssetStatus, { label: string; tone: keyof typeof tones; icon: LucideIcon }> = {
  DRAFT: { label: 'Draft', tone: 'neutral', icon: Circle },
  GENERATED: { label: 'Generated', tone: 'info', icon: CircleDot },
  SELECTED: { label: 'Selected', tone: 'accent', icon: Award },
  APPROVED: { label: 'Approved', tone: 'good', icon: CircleCheck },
  FINAL: { label: 'Final', tone: 'violet', icon: CheckCheck },
}

export function StatusBadge({ status }: { status: AssetStatus }) {
  const { label, tone, icon } = statuses[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

const rights: Record<RightsState, { label: string; tone: keyof typeof tones; icon: LucideIcon }> = {
  UNKNOWN: { label: 'Rights unknown', tone: 'warn', icon: ShieldQuestion },
  NON_COMMERCIAL: { label: 'Non-commercial', tone: 'danger', icon: ShieldAlert },
  COMMERCIAL_ALLOWED: { label: 'Commercial', tone: 'good', icon: ShieldCheck },
  RESTRICTED: { label: 'Restricted', tone: 'danger', icon: ShieldX },
}

export function RightsBadge({ rightsState }: { rightsState: RightsState }) {
  const { label, tone, icon } = rights[rightsState]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  const tone = status === 'ARCHIVED' ? 'neutral' : status === 'COMPLETED' ? 'good' : 'info'
  return <Badge tone={tone}>{projectStatusLabels[status]}</Badge>
}

export const statusLabels = labelsOf(statuses)
export const rightsLabels = labelsOf(rights)

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

function labelsOf<K extends string>(table: Record<K, { label: string }>): Record<K, string> {
  return Object.fromEntries(
    Object.entries<{ label: string }>(table).map(([key, { label }]) => [key, label]),
  ) as Record<K, string>
}
