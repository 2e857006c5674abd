import type { AssetType } from '@dailies/contract/asset-version.ts'

interface Named {
  platformKey: string
  platformLabel?: string | undefined
  assetType: AssetType
  versionNumber: number
}

/** What people call a platform, where that is shorter than its name. */
const spoken: Record<string, string> = {
  'adobe-firefly': 'Firefly',
  automatic1111: 'A1111',
  chatgpt: 'GPT',
  comfyui: 'Comfy',
  'draw-things': 'DT',
  elevenlabs: '11Labs',
  'fish-audio': 'Fish',
  forge: 'Forge',
  'google-flow': 'Flow',
  'grok-imagine': 'Grok',
  hailuo: 'Hailuo',
  higgsfield: 'Higgs',
  invokeai: 'Invoke',
  kling: 'Kling',
  leonardo: 'Leo',
  'ltx-studio': 'LTX',
  luma: 'Luma',
  midjourney: 'MJ',
  murf: 'Murf',
  rodin: 'Rodin',
  'stable-audio': 'SA',
  'storyboarder-ai': 'Boards',
  swarmui: 'Swarm',
  'sync-labs': 'Sync',
  topaz: 'Topaz',
}

/** What a platform mostly makes, where that is no picture: a take of that type needs no word for it. */
const makes: Partial<Record<AssetType, string>> = {
  VIDEO:
    'd-id descript google-flow hailuo hedra heygen higgsfield kling luma pika pixverse runway seedance sora sync-labs synthesia topaz veo vidu wan',
  MUSIC: 'aiva stable-audio suno udio',
  VOICE: 'cartesia elevenlabs fish-audio murf',
  STORYBOARD: 'katalist ltx-studio storyboarder-ai',
  OTHER: 'marble meshy rodin tripo',
}
const mostly = new Map(
  Object.entries(makes).flatMap(([type, keys]) => keys.split(' ').map((key) => [key, type as AssetType])),
)

/**
 * A name to say aloud: MJ v3, MJ video v1. It follows from the version alone, so that a take is called the same
 * wherever it stands; as versions are counted by platform and type, no two of a scene have the same.
 */
export function takeName({ platformKey, platformLabel, assetType, versionNumber }: Named): string {
  const platform = spoken[platformKey] ?? shortened(platformLabel || platformKey)
  const isUsual = (mostly.get(platformKey) ?? 'IMAGE') === assetType
  return [platform, !isUsual && assetType.toLowerCase(), `v${versionNumber}`].filter(Boolean).join(' ')
}

const longest = 12

/** The initials of a long name of several words; else its beginning. */
function shortened(label: string): string {
  const name = label.trim()
  if (name.length <= longest) return name
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length > 1)
    return words
      .slice(0, 4)
      .map((word) => [...word][0]?.toUpperCase())
      .join('')
  return `${[...name].slice(0, longest - 1).join('')}…`
}
