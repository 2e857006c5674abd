import type { AssetType } from '@dailies/contract/asset-version.ts'
import { AudioLines, File, Image, type LucideIcon, Mic, Music, PencilRuler, Video } from 'lucide-react'

export const typeIcons: Record<AssetType, LucideIcon> = {
  IMAGE: Image,
  VIDEO: Video,
  AUDIO: AudioLines,
  MUSIC: Music,
  VOICE: Mic,
  NARRATION: Mic,
  STORYBOARD: PencilRuler,
  OTHER: File,
}
