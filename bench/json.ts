/**
 * What reading a body costs, against `JSON.parse` of the same text: `node bench/json.ts`.
 */
import { parseJsonBody } from '../server/http/json-body.ts'

const seed = '18446744073709551615'
const uuid = '019303e7-1234-7000-8e12-123456789012'

const mebibyte = 1024 ** 2

/** So many times as fill a mebibyte. */
function filled(open: string, member: string, close: string): string {
  return (
    open +
    Array(Math.floor(mebibyte / (member.length + 1)))
      .fill(member)
      .join(',') +
    close
  )
}

const texts: Record<string, string> = {
  'captures with ids': filled(
    '{"captures":[',
    `{"id":"${uuid}","prompt":"a lighthouse at dusk","n":12}`,
    ']}',
  ),
  'captures with ids and one seed': filled(
    `{"metadata":{"seed":${seed}},"captures":[`,
    `{"id":"${uuid}","prompt":"a lighthouse at dusk","n":12}`,
    ']}',
  ),
  'captures with a seed each': filled(
    '{"captures":[',
    `{"metadata":{"seed":${seed}},"prompt":"a lighthouse at dusk, ${'fog '.repeat(100)}"}`,
    ']}',
  ),
  'one long prompt': `{"metadata":{"seed":${seed}},"prompt":"${'fog '.repeat(mebibyte / 4)}"}`,
  'escaped quotes': `{"prompt":"${'\\"'.repeat(mebibyte / 2)}","metadata":{"seed":${seed}}}`,
  'small numbers': filled('{"metadata":{"list":[', '1', `,${seed}]}}`),
  'empty arrays': filled('{"metadata":{"list":[', '[]', `,${seed}]}}`),
  'empty objects': filled('{"metadata":{"list":[', '{"a":{}}', `,${seed}]}}`),
  'nothing but seeds': filled('{"metadata":{"list":[', seed, ']}}'),
  'seeds where none is kept': filled('{"list":[', seed, ']}'),
}

const rounds = 40

/** Milliseconds of processor time that each takes. They take turns, so that whatever else the machine does meets both. */
function times(one: () => unknown, other: () => unknown): [number, number] {
  const sums: [number, number] = [0, 0]
  for (let round = -5; round < rounds; round += 1) {
    for (const [place, work] of [one, other].entries()) {
      const before = process.threadCpuUsage()
      work()
      const { user, system } = process.threadCpuUsage(before)
      // The first ones are for the compiler.
      if (round >= 0) sums[place]! += (user + system) / 1000
    }
  }
  return [sums[0] / rounds, sums[1] / rounds]
}

process.stdout.write('| a mebibyte of | JSON.parse, ms | read, ms | ratio |\n|---|---|---|---|\n')
for (const [name, text] of Object.entries(texts)) {
  const bytes = Buffer.from(text)
  const [plain, read] = times(
    () => JSON.parse(bytes.toString('utf8')),
    () => parseJsonBody(bytes),
  )
  process.stdout.write(
    `| ${name} | ${plain.toFixed(1)} | ${read.toFixed(1)} | ${(read / plain).toFixed(2)} |\n`,
  )
}
