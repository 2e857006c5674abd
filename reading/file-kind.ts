import type { AssetType } from '@dailies/contract/asset-version.ts'

type MediaKind = 'image' | 'video' | 'audio'

/** Media types of files by the end of their names, for where nobody else tells. */
const typeByEnding: Record<string, `${MediaKind}/${string}`> = {
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  heic: 'image/heic',
  heif: 'image/heif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  jxl: 'image/jxl',
  exr: 'image/x-exr',
  psd: 'image/vnd.adobe.photoshop',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  mxf: 'video/mxf',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
}

/** The media type that the end of a file's name tells; undefined for what is no picture, film or sound. */
export function typeOfName(name: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(typeByEnding, ending) ? typeByEnding[ending] : undefined
}

/** The type that a take gets which is made of a file, by its media type or else by the end of its name. */
export function assetTypeOfFile({ name, type }: { name: string; type?: string | undefined }): AssetType {
  return byKind[kindOf(type) ?? kindOf(typeOfName(name)) ?? 'other']
}

const byKind = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', other: 'OTHER' } as const

function kindOf(type: string | undefined): MediaKind | undefined {
  return /^(image|video|audio)\//.exec(type?.toLowerCase() ?? '')?.[1] as MediaKind | undefined
}

/** The name of a file without its ending, as somebody would read it. */
export function spokenName(name: string): string {
  const spoken = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return spoken || name
}
