/**
 * What reading a body costs, against `JSON.parse` of the same text: `node bench/json.ts`. Each line is the best of some
 * rounds, for a machine is never quicker than it can be.
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

function best(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 12; round += 1) {
    const begun = performance.now()
    work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

process.stdout.write('| a mebibyte of | JSON.parse, ms | read, ms | ratio |\n|---|---|---|---|\n')
for (const [name, text] of Object.entries(texts)) {
  const bytes = Buffer.from(text)
  const plain = best(() => JSON.parse(bytes.toString('utf8')))
  const read = best(() => parseJsonBody(bytes))
  process.stdout.write(
    `| ${name} | ${plain.toFixed(1)} | ${read.toFixed(1)} | ${(read / plain).toFixed(2)} |\n`,
  )
}
