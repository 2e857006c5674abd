import type { S3Requests } from './s3-requests.ts'
import { storeAway } from './store-failure.ts'

/** Longer files are sent in parts. */
const longestAtOnce = 16 * 1024 * 1024
const usualPart = longestAtOnce
/** Amazon S3 User Guide, "Multipart upload limits". */
const mostParts = 10_000

interface Upload {
  key: string
  /** As `openAsBlob` opens it: read as it is sent, and so never in memory as a whole. */
  file: Blob
}

/** Sends a file, and makes sure that the store has all of it. */
export async function uploadFile(requests: S3Requests, upload: Upload): Promise<void> {
  const { key, file } = upload
  if (file.size <= longestAtOnce) await requests.ask({ method: 'PUT', key, body: file })
  else await uploadInParts(requests, upload)
  const found = await requests.ask({ method: 'HEAD', key })
  if (lengthOf(found?.headers) !== file.size) {
    throw storeAway(new Error(`PUT ${key}: it is not there as it was sent`))
  }
}

/** The length that an answer announces, in bytes. */
export function lengthOf(headers: Headers | undefined): number | undefined {
  const length = headers?.get('content-length')
  return length ? Number(length) : undefined
}

async function uploadInParts(requests: S3Requests, upload: Upload): Promise<void> {
  const { key } = upload
  const begun = await requests.ask({ method: 'POST', key, parameters: { uploads: '' } })
  const uploadId = /<UploadId>([^<]{1,2000})<\/UploadId>/.exec((await begun?.text()) ?? '')?.[1]
  if (!uploadId) throw storeAway(new Error(`POST ${key}: no upload was begun`))
  try {
    const tags = await uploadParts(requests, upload, uploadId)
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = new Blob([`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`])
    const ended = await requests.ask({ method: 'POST', key, parameters: { uploadId }, body })
    // Answered before it is put together, and so with 200 also where that fails: whoever asked looks whether it is there.
    await ended?.text()
  } catch (error) {
    await requests.ask({ method: 'DELETE', key, parameters: { uploadId } }).catch(() => {})
    throw error
  }
}

async function uploadParts(requests: S3Requests, { key, file }: Upload, uploadId: string): Promise<string[]> {
  const length = Math.max(usualPart, Math.ceil(file.size / mostParts))
  const tags: string[] = []
  for (let start = 0; start < file.size; start += length) {
    const body = file.slice(start, start + length)
    const parameters = { partNumber: String(tags.length + 1), uploadId }
    const answer = await requests.ask({ method: 'PUT', key, parameters, body })
    const tag = answer?.headers.get('etag')
    if (!tag || !/^"?[A-Za-z0-9+/=_-]+"?$/.test(tag))
      throw storeAway(new Error(`PUT ${key}: a part has no tag`))
    tags.push(tag)
  }
  return tags
}
