import type { AssetType } from '@dailies/contract/asset-version.ts'
import { containerOf } from './container/container.ts'

type MediaKind = 'image' | 'video' | 'audio'

/** What is told of a file by whoever has it. */
interface Told {
  name: string
  type?: string | undefined
}

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

/** The media type of a file: by its first bytes where they tell, else by the end of its name. */
export function typeOfFile(name: string, bytes: Uint8Array): string | undefined {
  const container = containerOf(bytes)?.name
  const named = typeOfName(name)
  if (!container) return named
  // The same container holds pictures, films and sounds: the name may say more.
  if (container === 'mp4') return typeOfBrand(bytes) ?? (named?.startsWith('audio/') ? named : 'video/mp4')
  if (container === 'webm') return named === 'video/x-matroska' ? named : 'video/webm'
  return byContainer[container]
}

const byContainer: Record<string, string | undefined> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
}

/** ISO/IEC 14496-12, 4.3: who may read it, in four characters. */
function typeOfBrand(bytes: Uint8Array): string | undefined {
  const brand = String.fromCharCode(...bytes.subarray(8, 12))
  if (/^avi[fs]$/.test(brand)) return 'image/avif'
  if (/^(hei[cxms]|mif1|msf1)$/.test(brand)) return 'image/heic'
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4'
  return brand === 'qt  ' ? 'video/quicktime' : undefined
}

/** The type that a take gets which is made of a file. */
export function assetTypeOfFile(file: Told): AssetType {
  return byKind[kindOfFile(file) ?? 'other']
}

const byKind = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO', other: 'OTHER' } as const

/** What a file is by its media type, or else by the end of its name; undefined for what is no picture, film or sound. */
export function kindOfFile({ name, type }: Told): MediaKind | undefined {
  return kindOf(type) ?? kindOf(typeOfName(name))
}

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
