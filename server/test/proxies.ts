import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a proxy is started with. */
interface Front {
  /** For what it writes. */
  folder: string
  /** Where it listens, by HTTPS. */
  port: number
  /** Where Dailies does; several are three nodes. */
  service: number | [number, number, number]
  certificate: string
  key: string
}

export interface FrontProxy {
  /** The program. */
  program: string
  /** At a reload it has a socket of its own, with SO_REUSEPORT: Linux resets what the former one had not taken yet. */
  listensAnew?: true
  /** Starts it on the configuration that docs/proxies/ has of it, with other ports and files alone. */
  start(front: Front): Promise<Running>
}

interface Running {
  /** Has it read its configuration again. */
  reload(): Promise<void>
  /** All that it wrote. */
  output(): string
  /** Files of logs. */
  logs: string[]
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Whether it is on this machine. */
export function isThere({ program }: Pick<FrontProxy, 'program'>): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => existsSync(join(folder, program)))
}

const environment = () => ({ ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` })

export const nginx: FrontProxy = {
  program: 'nginx',
  start: async ({ folder, port, service, certificate, key }) => {
    const logs = ['dailies.log', 'dailies-error.log', 'error.log'].map((name) => join(folder, name))
    await writeFile(
      join(folder, 'dailies.conf'),
      await configuration(typeof service === 'number' ? 'nginx.conf' : 'nginx-nodes.conf', [
        ...(typeof service === 'number'
          ? ([['127.0.0.1:8787', `127.0.0.1:${service}`]] as [string, string][])
          : service.map((one, index): [string, string] => [`10.1.0.1${index + 1}:8787`, `127.0.0.1:${one}`])),
        ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
        ['listen 80;', `listen unix:${join(folder, 'http.sock')};`],
        ['server_name dailies.studio.example;', 'server_name localhost;'],
        ['/etc/letsencrypt/live/dailies.studio.example/fullchain.pem', certificate],
        ['/etc/letsencrypt/live/dailies.studio.example/privkey.pem', key],
        ['/var/log/nginx/', `${folder}/`],
      ]),
    )
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${join(folder, name)};\n`,
    )
    const main = join(folder, 'nginx.conf')
    await writeFile(
      main,
      `daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log ${logs[2]} info;\nworker_processes 1;\n` +
        `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_shutdown_timeout 10s;\n` +
        `events {}\nhttp {\n${temporary.join('')}  include ${join(folder, 'dailies.conf')};\n}\n`,
    )
    const started = startIn(folder, 'nginx', ['-p', folder, '-c', main])
    return {
      ...started,
      logs,
      reload: async () => {
        await run('nginx', ['-p', folder, '-c', main, '-s', 'reload'], { env: environment() })
      },
    }
  },
}

const caddy: FrontProxy = {
  program: 'caddy',
  listensAnew: true,
  start: async ({ folder, port, service, certificate, key }) => {
    const [file, socket, log] = ['Caddyfile', 'admin.sock', 'dailies.log'].map((name) => join(folder, name))
    await writeFile(
      file!,
      await configuration('Caddyfile', [
        ['127.0.0.1:8787', `127.0.0.1:${service}`],
        ['\tgrace_period 10s', `\tgrace_period 10s\n\tadmin unix/${socket}\n\tauto_https off`],
        [
          '\ndailies.studio.example {',
          `\nhttps://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
        ],
        ['/var/log/caddy/dailies.log', log!],
      ]),
    )
    let seconds = 60
    const started = startIn(folder, 'caddy', ['run', '--config', file!, '--adapter', 'caddyfile'])
    return {
      ...started,
      logs: [log!],
      reload: async () => {
        // It would do nothing where nothing is new.
        const text = await readFile(file!, 'utf8')
        await writeFile(file!, text.replace(`${seconds}s`, `${--seconds}s`))
        const args = ['reload', '--config', file!, '--adapter', 'caddyfile', '--address', `unix/${socket}`]
        await run('caddy', args, { env: environment() })
      },
    }
  },
}

const traefik: FrontProxy = {
  program: 'traefik',
  start: async ({ folder, port, service, certificate, key }) => {
    const [main, dynamic, log] = ['traefik.yaml', 'dailies.yaml', 'dailies.log'].map((name) =>
      join(folder, name),
    )
    const acme = /\ncertificatesResolvers:\n( .*\n)+/
    const text = await configuration('traefik.yaml', [
      ["':80'", "'127.0.0.1:0'"],
      ["':443'", `'127.0.0.1:${port}'`],
      ['/etc/traefik/dailies.yaml', dynamic!],
      ['/var/log/traefik/dailies.log', log!],
    ])
    await writeFile(main!, text.replace(acme, '\n'))
    const ofService = await configuration('traefik-dailies.yaml', [
      ['http://127.0.0.1:8787', `http://127.0.0.1:${service}`],
      ['`dailies.studio.example`', '`localhost`'],
      ['tls:\n        certResolver: letsencrypt', 'tls: {}'],
    ])
    const pair = `\ntls:\n  certificates:\n    - certFile: ${certificate}\n      keyFile: ${key}\n`
    await writeFile(dynamic!, ofService + pair)
    const started = startIn(folder, 'traefik', [`--configFile=${main}`])
    return {
      ...started,
      logs: [log!],
      reload: () => writeFile(dynamic!, ofService.replace('60s', '59s') + pair),
    }
  },
}

export const proxies = [caddy, nginx, traefik]

/** A file of docs/proxies/ with other names in it, each of which has to be there. */
export async function configuration(name: string, others: [from: string, to: string][]): Promise<string> {
  let text = await readFile(new URL(`../../docs/proxies/${name}`, import.meta.url), 'utf8')
  for (const [from, to] of others) {
    if (!text.includes(from)) throw new Error(`docs/proxies/${name} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export function startIn(
  folder: string,
  program: string,
  args: string[],
  user: { uid?: number; gid?: number } = {},
): Pick<Running, 'output' | 'stop'> {
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { cwd: folder, env: { ...environment(), ...home }, ...user })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close').catch(() => {})
  void ended.then(() => children.delete(child))
  return {
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}
