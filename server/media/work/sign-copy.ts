import { WasmBuilder } from '@contentauth/c2pa-wasm'
import { loadC2pa, withFile } from './c2pa.ts'
import { signerOf } from './cose.ts'
import { readCredentials } from './credentials.ts'
import { keepMade } from './keep-made.ts'
import type { Job, Signing, Tell } from './messages.ts'
import { takesCredentials } from './no-credentials.ts'

/** The copy is made in memory: of larger files it takes more than there may be. */
const mostBytes = 128 * 1024 ** 2

/**
 * Makes a copy of a file that says what `signing` has, signed. Returns why there can be none; null once it is made. What came with the
 * file stays in it, as what it was made from. C2PA 2.2, section 11.
 */
export async function signCopy(
  job: Job & { signing: Signing },
  { type, bytes }: { type: string; bytes: number },
  tell: Tell,
): Promise<string | null> {
  const { path, folder, signing } = job
  if (!takesCredentials(type)) return `Files of this kind (${type}) cannot be signed`
  if (bytes > mostBytes) return 'It is too large to be signed'
  await loadC2pa()
  const signer = signerOf(signing)
  const isSigned = (await readCredentials(path, type, '')).state !== 'none'
  const builder = isSigned ? ofSigned(signing.manifest) : WasmBuilder.fromJson(signing.manifest)
  try {
    const copy = await withFile(path, (file) => builder.sign(signer, type, file))
    await keepMade(folder, 'proxy', copy, tell)
    return null
  } catch (error) {
    return `It could not be signed: ${String(error)}`.slice(0, 300)
  } finally {
    builder.free()
  }
}

/** Who opened a file did not create it: instead of how it came to be stands what it was made from. */
function ofSigned(manifest: string): WasmBuilder {
  const { assertions, ...rest } = JSON.parse(manifest) as { assertions: { label: string }[] }
  const others = assertions.filter(({ label }) => !label.startsWith('c2pa.actions'))
  const builder = WasmBuilder.fromJson(JSON.stringify({ ...rest, assertions: others }))
  builder.setIntent('edit')
  return builder
}
