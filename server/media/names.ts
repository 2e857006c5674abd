import type { MediaKind } from '@dailies/contract/media.ts'

/** What browsers show by themselves, and nothing in it can run. */
const shown = /^(?:image\/(?!svg)|video\/|audio\/)[a-z0-9.+-]+$/

/** A type to send a file with. What might run in a browser is sent as bytes that mean nothing to it, but a drawing as what it is. */
export function servedType(type: string | undefined): { type: string; isShown: boolean } {
  if (type !== undefined && shown.test(type)) return { type, isShown: true }
  if (type === 'image/svg+xml') return { type, isShown: false }
  return { type: 'application/octet-stream', isShown: false }
}

/** What people call these files, where it is not the second half of the type. */
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'image/x-icon': 'ico',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/x-flac': 'flac',
  'application/octet-stream': 'bin',
  // Opened from where it was saved, it would run.
  'text/html': 'html.txt',
  'application/xhtml+xml': 'xhtml.txt',
  'text/plain': 'txt',
}

/** What the name of a file of that type ends with, without the dot. */
export function extensionOf(type: string | undefined): string {
  if (type === undefined) return 'bin'
  return extensions[type] ?? /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin'
}

interface Named {
  projectName: string
  sceneId: string
  shotCode: string | null
  assetType: string
  versionNumber: number
  platformKey: string
}

/** `012A_3_video_runway_v7.mp4`: as editors sort takes. */
export function fileName(version: Named, type: string | undefined, kind: MediaKind): string {
  const { sceneId, shotCode, assetType, platformKey, versionNumber } = version
  const parts = [sceneId, shotCode, assetType.toLowerCase(), platformKey, `v${versionNumber}`]
  if (kind !== 'original') parts.push(kind)
  const name = parts
    .filter((part) => part !== null)
    .map((part) => part.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('_')
  return `${name.slice(0, 150).toWellFormed()}.${extensionOf(type)}`
}

/** `Content-Disposition` with the name in ASCII and, where that is not all of it, as RFC 8187 has it (RFC 6266, section 4.3). */
export function attachment(name: string, isSaved: boolean): string {
  const kind = isSaved ? 'attachment' : 'inline'
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (ascii === name) return `${kind}; filename="${ascii}"`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
