import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.ts'
import { until } from './listening.ts'
import { configuration, isThere, startIn } from './proxies.ts'

/** Of Debian; it refuses to run as root. */
const program = 'pgbouncer'
const nobody = { uid: 65534, gid: 65534 }

export const hasPooler = isThere({ program })

/** A real PgBouncer in transaction mode, on the configuration of docs/proxies/, before the server of such an address. */
export async function startPooler(direct: string) {
  const { port, hostname, username, password, pathname } = new URL(direct)
  const folder = await mkdtemp(join(tmpdir(), 'dailies-pooler-'))
  await chmod(folder, 0o755)
  const listens = await freePort()
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  await writeFile(users, `"${username}" "${password}"\n`)
  const text = await configuration('pgbouncer.ini', [
    ['\ndailies = ', `\n${pathname.slice(1)} = `],
    ['host=database.studio.example port=5432', `host=${hostname} port=${port}`],
    ['listen_port = 6432', `listen_port = ${listens}`],
    ['/etc/pgbouncer/userlist.txt', users],
    // Fewer than there are connections of the nodes: each transaction has another one.
    ['default_pool_size = 40', 'default_pool_size = 5'],
  ])
  await writeFile(file, text)
  const url = Object.assign(new URL(direct), { port: String(listens) }).href
  const user = process.getuid?.() === 0 ? nobody : {}
  let running = startIn(folder, program, [file], user)
  const answers = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      client.end().catch(() => {})
    }
  }
  await until(`${program} answers: ${running.output()}`, answers)
  return {
    url,
    /** Ends it where it stands, as a crash does, and starts it again. */
    restart: async () => {
      await running.stop('SIGKILL')
      running = startIn(folder, program, [file], user)
      await until(`${program} answers again: ${running.output()}`, answers)
    },
    stop: async () => {
      await running.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
