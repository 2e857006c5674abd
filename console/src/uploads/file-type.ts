import type { AssetType } from '@dailies/contract/asset-version.ts'

type Named = Pick<File, 'name' | 'type'>

/** Files of which browsers do not always tell what they are. */
const byEnding: Record<string, string> = {
  mov: 'video',
  mkv: 'video',
  mxf: 'video',
  webm: 'video',
  wav: 'audio',
  flac: 'audio',
  aif: 'audio',
  aiff: 'audio',
  opus: 'audio',
  exr: 'image',
  tif: 'image',
  tiff: 'image',
  heic: 'image',
  psd: 'image',
}

/** What a file is by its media type, or by the end of its name. */
export function kindOfFile({ name, type }: Named): 'image' | 'video' | 'audio' | undefined {
  const told = type.split('/')[0]
  const kind = told && /^(image|video|audio)$/.test(told) ? told : byEnding[endingOf(name)]
  return kind as 'image' | 'video' | 'audio' | undefined
}

const kindOfType: Partial<Record<AssetType, string>> = {
  IMAGE: 'image',
  STORYBOARD: 'image',
  VIDEO: 'video',
  AUDIO: 'audio',
  MUSIC: 'audio',
  VOICE: 'audio',
  NARRATION: 'audio',
}

/** Whether a version of the type may well have such a file; of a type that says nothing every one may be. */
export function fitsType(file: Named, assetType: AssetType): boolean {
  return (kindOfType[assetType] ?? kindOfFile(file)) === kindOfFile(file)
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}
