import type { Attachment } from '../../contract/attachment.ts'
import type { LiveMessage } from '../../contract/live.ts'
import type { VersionMedia } from '../../contract/media.ts'
import { type AttachOptions, attachFile, type FileToAttach } from './attach-file.ts'
import { type CallOptions, call, type Options } from './call.ts'
import { type DownloadOptions, downloadExport, type ExportToDownload } from './download-export.ts'
import { type EndpointName, type Input, type Item, type PagedName, type Reply, table } from './endpoints.ts'
import { type LiveOptions, live } from './live.ts'
import { everyItem, isPaged } from './pages.ts'
import { type LookOfPicture, type PictureOptions, readLook } from './read-look.ts'
import { type Upload, type UploadOptions, uploadMedia } from './upload.ts'

export type { LiveMessage } from '../../contract/live.ts'
export type { AttachOptions, FileToAttach } from './attach-file.ts'
export type { CallOptions, Options } from './call.ts'
export type { DownloadOptions, ExportToDownload } from './download-export.ts'
export type { EndpointName, Input, Item, PagedName, Reply } from './endpoints.ts'
export { DailiesError } from './error.ts'
export type { LiveOptions } from './live.ts'
export type { LookOfPicture, PictureOptions } from './read-look.ts'
export type { Upload, UploadOptions } from './upload.ts'

type Arguments<N extends EndpointName> =
  Record<never, never> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions]

/** A method for each endpoint, by its name. */
export type Dailies = { [N in EndpointName]: (...given: Arguments<N>) => Promise<Reply<N>> } & {
  /** For each list that comes in pages: all of it, one after the other, page by page as they are asked for. */
  each: { [N in PagedName]: (...given: Arguments<N>) => AsyncGenerator<Item<N>, void, undefined> }
  /** What changes, while it changes, until the signal is aborted or nobody listens any more. docs/live.md */
  live: (options?: LiveOptions) => AsyncGenerator<LiveMessage, void, undefined>
  /** Sends a file as the media of an asset version: in parts, and from where an earlier try has left off. */
  uploadMedia: (upload: Upload, options?: UploadOptions) => Promise<VersionMedia>
  /** Sends a file that a comment is to have, which names it in `attachmentIds`. */
  attachFile: (file: FileToAttach, options?: AttachOptions) => Promise<Attachment>
  /** How a picture looks, for `searchAlike`. */
  readLook: (picture: Blob, options?: PictureOptions) => Promise<LookOfPicture>
  /** The ZIP of an export, piece by piece, once it is ready, also from where an earlier try has left off. */
  downloadExport: (
    wanted: ExportToDownload,
    options?: DownloadOptions,
  ) => AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * A client of the whole interface of Dailies.
 *
 * @throws TypeError when `baseUrl` is no http or https address, or has a password in it.
 */
export function connect(options: Options): Dailies {
  const settings = { ...options, baseUrl: rootOf(options.baseUrl) }
  const names = Object.keys(table) as EndpointName[]
  const methods = names.map((name) => [
    name,
    (input: object = {}, more?: CallOptions) => call(settings, name, input as Input<typeof name>, more),
  ])
  const each = names
    .filter(isPaged)
    .map((name) => [name, (input: object = {}, more?: CallOptions) => everyItem(settings, name, input, more)])
  return {
    ...Object.fromEntries(methods),
    each: Object.fromEntries(each),
    live: (more?: LiveOptions) => live(settings, more),
    uploadMedia: (upload: Upload, more?: UploadOptions) => uploadMedia(settings, upload, more),
    attachFile: (file: FileToAttach, more?: AttachOptions) => attachFile(settings, file, more),
    readLook: (picture: Blob, more?: PictureOptions) => readLook(settings, picture, more),
    downloadExport: (wanted: ExportToDownload, more?: DownloadOptions) =>
      downloadExport(settings, wanted, more),
  }
}

/** What comes before each path. A service may be below a path of its own. */
function rootOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username) {
    throw new TypeError('baseUrl must be an http:// or https:// address, without a password')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
