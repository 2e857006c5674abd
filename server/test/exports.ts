import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Answer, TestCaller } from './service.ts'

const unpack = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])'

/** What an export is told as, once it is ready or failed. */
export function settledExport(user: Pick<TestCaller, 'get'>, id: string): Promise<Answer> {
  const read = () => user.get(`/api/exports/${id}`)
  return once(read, ({ body }) => body.data.state !== 'preparing', 'It was never ready')
}

/** Until what the file of a take says of itself was read: nothing more becomes known of it then. */
export async function credentialsRead(user: Pick<TestCaller, 'get'>, assetId: string): Promise<void> {
  const read = () => user.get(`/api/assets/${assetId}/provenance`)
  await once(read, ({ body }) => body.data.credentials !== null, 'What it says of itself was never read')
}

/** Gets an export, and unpacks it into a folder of that name, by Python. */
export async function unpackExport(
  { address }: { address: string },
  { token }: Pick<TestCaller, 'token'>,
  { id, into }: { id: string; into: string },
): Promise<void> {
  const answer = await fetch(`${address}/api/exports/${id}/zip`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await writeFile(`${into}.zip`, Buffer.from(await answer.arrayBuffer()))
  await unpackZip(`${into}.zip`, into)
}

export async function unpackZip(zip: string, into: string): Promise<void> {
  await mkdir(into)
  await promisify(execFile)('python3', ['-c', unpack, zip, into])
}

async function once(
  read: () => Promise<Answer>,
  isSo: (answer: Answer) => boolean,
  otherwise: string,
): Promise<Answer> {
  for (let look = 0; look < 1200; look += 1) {
    const answer = await read()
    if (isSo(answer)) return answer
    await sleep(50)
  }
  throw new Error(otherwise)
}
