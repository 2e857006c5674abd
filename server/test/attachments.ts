import { type Answer, request, type TestService, type TestUser } from './service.ts'

/** Sends a file that a comment of the version is to have. */
export function attach(
  { address }: Pick<TestService, 'address'>,
  { token }: Pick<TestUser, 'token'>,
  id: string,
  body: Uint8Array,
  { name = 'sketch.png', headers = {} }: { name?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return request(`${address}/api/assets/${id}/attachments?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: body as Uint8Array<ArrayBuffer>,
  })
}

/** The id of a file of a new comment to everybody, or to those of `more`. */
export async function attached(by: TestUser, versionId: string, more: object = {}): Promise<string> {
  const path = `/api/assets/${versionId}`
  const { body } = await by.send('POST', `${path}/attachments?name=sketch.txt`, { a: 'file' })
  const comment = { attachmentIds: [body.data.id], audience: 'everybody', ...more }
  const { status, body: said } = await by.send('POST', `${path}/comments`, comment)
  if (status !== 201) throw new Error(JSON.stringify(said))
  return body.data.id
}
