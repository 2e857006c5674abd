import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

interface Where {
  cwd: string
  env?: Record<string, string>
}

/** Runs a program to its end and gives what it wrote. Throws that when it fails. */
export async function run(program: string, args: string[], { cwd, env }: Where): Promise<string> {
  const child = spawn(program, args, { cwd, env: { ...ownEnvironment(), ...env } })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

/** Ours without what `npm test` sets, which would tell another npm to work here. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|node_)/i.test(name)))
}
