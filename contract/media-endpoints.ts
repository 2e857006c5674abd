import { z } from 'zod'
import { all, type Endpoint, one } from './endpoint.ts'
import {
  alikeVersion,
  keptQuestion,
  keptVersion,
  mediaKind,
  storage,
  uploadKind,
  uploadState,
  versionMedia,
} from './media.ts'
import { id } from './text.ts'

const ofAsset = z.object({ id: id.meta({ description: 'Of the asset version' }) })

const tag = 'Media'
const errors = [400, 401, 404] as const

const serving =
  'poster: a still of a film; filmstrip: frames of a film side by side, each 160 pixels wide; waveform: loudness of a sound, a byte each for parts of equal length; proxy: the film as browsers play it; thumb: as wide as it says at most. By ranges, and with an `ETag`. Whatever it is, no script of it runs in a browser. With `v` it may be kept for ever; where another file has taken its place by then, it is 404.'

const which = z.object({
  v: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'Must be 16 hexadecimal digits')
    .optional()
    .meta({ description: 'The first 16 digits of its SHA-256, as addresses in answers have it' }),
  download: z
    .enum(['true', 'false'], 'Must be true or false')
    .optional()
    .meta({ description: 'As a file with a name' }),
})

/** The bytes of what was captured, and what is made of them to look at. docs/media.md */
export const mediaEndpoints = {
  readMedia: {
    method: 'GET',
    path: '/api/assets/{id}/media',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Tell all that is known of the media of an asset version',
    description: 'Null where nothing was captured that could be kept.',
    params: ofAsset,
    reply: one(versionMedia.nullable()),
    errors,
  },
  uploadMedia: {
    method: 'PUT',
    path: '/api/assets/{id}/media',
    tag,
    permission: 'capture',
    role: 'editor',
    summary: 'Send the media of an asset version',
    description:
      'The body is the file as it is, of any type. With `Content-Range: bytes 0-8388607/1073741824` it is a part of one, and the parts come one after the other, from where `received` of the answer says; `Content-Range: bytes */1073741824` without a body asks where that is. `Repr-Digest: sha-256=:…:` (RFC 9530) is compared with the whole file, `Content-Digest` with the body; a file that the user reaches already by another version is kept without being sent again, when both size and digest are told. The same file again changes nothing; another original in the place of one that is kept is 409, and so is any other kind before there is an original, or a link to it.',
    params: ofAsset,
    query: z.object({
      kind: uploadKind.default('original'),
      fingerprint: z
        .string()
        .regex(/^[\w-]{1,100}$/, 'Must be up to 100 letters, digits, hyphens and underscores')
        .optional()
        .meta({
          description:
            'With parts: what tells the file from others of the same length, such as a digest of its name and of samples of it. Parts of another are not gone on with',
        }),
    }),
    headers: z.object({
      'content-range': z
        .string()
        .regex(
          /^bytes (?:\d{1,15}-\d{1,15}|\*)\/\d{1,15}$/,
          'Must be like bytes 0-8388607/1073741824, or bytes */1073741824',
        )
        .optional(),
      'content-digest': z.string().max(1000).optional(),
      'repr-digest': z.string().max(1000).optional(),
    }),
    uploads: true,
    reply: one(uploadState),
    errors: [...errors, 409, 413, 507],
  },
  keepMedia: {
    method: 'POST',
    path: '/api/assets/{id}/media/keep',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Have the service fetch the media of an asset version now',
    description: 'Also where they were lost, or where it waits before it tries again.',
    params: ofAsset,
    reply: one(versionMedia),
    errors: [...errors, 409],
  },
  listAlike: {
    method: 'GET',
    path: '/api/assets/{id}/alike',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the asset versions of the scene that look like one',
    description: 'The most alike first, 10 at most.',
    params: ofAsset,
    reply: all(alikeVersion),
    errors,
  },
  findKept: {
    method: 'POST',
    path: '/api/projects/{id}/media/kept',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Tell which of these files the asset versions of a project have',
    description:
      'By their SHA-256, up to 200 at once; of each the newest ten versions that have it as their original, the newest first. Of what other projects have nothing is told.',
    params: z.object({ id: id.meta({ description: 'Of the project' }) }),
    body: keptQuestion,
    reply: all(keptVersion),
    errors,
  },
  serveMedia: {
    method: 'GET',
    path: '/api/media/{id}/{kind}',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Get media of an asset version',
    description: serving,
    params: ofAsset.extend({ kind: mediaKind }),
    query: which,
    serves: true,
    reply: z.unknown(),
    errors: [...errors, 416],
  },
  serveSignedMedia: {
    method: 'GET',
    path: '/api/media-links/{ticket}/{id}/{kind}',
    tag,
    open: true,
    summary: 'Get media by a signed address',
    description: `For pages and programs that send no token. ${serving} It opens for as long as the ticket says, and no longer than the token that it was made for may see the version.`,
    params: z.object({
      ticket: id.meta({ description: 'Of an address in an answer to a token' }),
      ...ofAsset.shape,
      kind: mediaKind,
    }),
    query: which,
    serves: true,
    reply: z.unknown(),
    errors: [400, 404, 416],
  },
  readStorage: {
    method: 'GET',
    path: '/api/storage',
    tag,
    administrators: true,
    summary: 'Tell what media take',
    reply: one(storage),
    errors: [401, 403],
  },
  setMediaQuota: {
    method: 'PUT',
    path: '/api/storage/projects/{id}',
    tag,
    administrators: true,
    summary: 'Say how much the media of a project may take',
    params: z.object({ id: id.meta({ description: 'Of the project' }) }),
    body: z.object({
      bytes: z
        .int('Must be a whole number')
        .min(0, 'Must be 0 or more')
        .nullable()
        .meta({ description: 'Null: as much as the installation lets each project have' }),
    }),
    reply: one(z.object({ bytes: z.int().nullable() })),
    errors: [400, 401, 403, 404],
  },
} as const satisfies Record<string, Endpoint>
