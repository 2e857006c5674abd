/** Checks what the sources say before anything runs: their form, their types, and that nothing is left over. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

/** By one thread each: several of one compiler check much of it several times. The longest come first. */
const types = ['.', 'extension', 'e2e', 'sdk', 'console', 'ui'].map(
  (project) => `tsc --noEmit --singleThreaded -p ${project}`,
)
const left = [...types, 'biome ci', 'knip']

await Promise.all(Array.from({ length: availableParallelism() }, checkWhatIsLeft))

async function checkWhatIsLeft(): Promise<void> {
  for (let command = left.shift(); command; command = left.shift()) {
    const check = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, errors, [code]] = await Promise.all([
      text(check.stdout),
      text(check.stderr),
      once(check, 'close') as Promise<[number | null]>,
    ])
    console.log(`${code === 0 ? '✔' : '✖'} ${command}\n${out}${errors}`.trimEnd())
    if (code !== 0) process.exitCode = 1
  }
}
