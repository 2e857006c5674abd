import type { ContentCredentials } from '@dailies/contract/provenance.ts'

/** What the library takes for a file, as it names its kinds. Of others it knows nothing. */
const kinds = new Set([
  ...['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif', 'image/tiff'],
  ...['image/gif', 'video/mp4', 'video/quicktime', 'video/x-msvideo', 'audio/mp4', 'audio/mpeg', 'audio/wav'],
])

/** Whether files of this media type may have content credentials. */
export function takesCredentials(type: string): boolean {
  return kinds.has(type)
}

/** Of a file that says nothing. Its state stands first where it is written down: `saysNothing` of queries looks for that. */
export const noCredentials: ContentCredentials = {
  ...{ state: 'none', signer: null, issuer: null, signedAt: null, generator: null, title: null },
  ...{ digitalSourceType: null, actions: [], reasons: [] },
}
