import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { testAuthority } from '../../test/authority.ts'
import { box, ftyp, times } from './hostile-parts.ts'
import { inWorkshop } from './in-workshop.ts'
import { WorkProcess } from './work-process.ts'
import { defaultLimits } from './workshop.ts'

const manifest = JSON.stringify({
  claim_generator_info: [{ name: 'Dailies' }],
  assertions: [
    {
      label: 'c2pa.actions.v2',
      data: {
        actions: [
          {
            action: 'c2pa.created',
            digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
            softwareAgent: { name: 'Runway', version: 'gen-4' },
          },
        ],
      },
    },
    { label: 'org.dailies.take', data: { prompt: 'a lighthouse' } },
  ],
})

const still = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: '#456' } })
    .toFormat(format)
    .toBuffer()

test('a signed copy is trusted by those who trust the authority, valid to others, and invalid once it was changed', async () => {
  const { chain, key, anchor } = await testAuthority()
  await inWorkshop({}, async ({ folder, work }) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const original = join(folder, `original.${format}`)
      const bytes = await still(format)
      await writeFile(original, bytes)
      const { made, facts } = await work(original, { signing: { chain, key, manifest } })
      assert.equal(facts.problem, null)
      assert.deepEqual(await readFile(original), bytes)
      const copy = made[0]!.path
      const { credentials } = await work(copy, { anchors: anchor })
      assert.deepEqual(
        [credentials?.state, credentials?.signer, credentials?.issuer, credentials?.generator],
        ['trusted', 'Test Studio Signer', 'Test Studio', 'Dailies'],
      )
      assert.match(credentials?.digitalSourceType ?? '', /trainedAlgorithmicMedia$/)
      assert.deepEqual(credentials?.actions, [{ action: 'c2pa.created', when: null, agent: 'Runway gen-4' }])
      const unknown = (await work(copy, { anchors: '' })).credentials
      assert.deepEqual([unknown?.state, unknown?.reasons], ['valid', ['signingCredential.untrusted']])
      const changed = await readFile(copy)
      const at = changed.length - 12
      changed[at] = changed[at]! ^ 1
      await writeFile(copy, changed)
      const after = (await work(copy, { anchors: anchor })).credentials
      assert.ok(['invalid', 'unreadable'].includes(after?.state ?? ''), `${format}: ${after?.state}`)
    }
  })
})

test('a file without credentials says nothing, and so does one of another kind', async () => {
  await inWorkshop({}, async ({ folder, work }) => {
    const path = join(folder, 'file')
    for (const bytes of [await still('png'), Buffer.from('a text'), Buffer.alloc(0)]) {
      await writeFile(path, bytes)
      assert.equal((await work(path, { anchors: '' })).credentials?.state, 'none')
    }
  })
})

test('a file that was signed before keeps that, as what the copy was made from', async () => {
  const { chain, key, anchor } = await testAuthority()
  await inWorkshop({}, async ({ folder, work }) => {
    const path = join(folder, 'original.jpg')
    await writeFile(path, await still('jpeg'))
    const first = (await work(path, { signing: { chain, key, manifest } })).made[0]!.path
    const { made, facts } = await work(first, { signing: { chain, key, manifest } })
    assert.equal(facts.problem, null)
    const { credentials } = await work(made[0]!.path, { anchors: anchor })
    assert.deepEqual([credentials?.state, credentials?.actions[0]?.action], ['trusted', 'c2pa.opened'])
  })
})

test('damaged files of every kind harm nobody, and the next one is read', async () => {
  const { chain, key, anchor } = await testAuthority()
  await inWorkshop({}, async ({ folder, work }) => {
    const path = join(folder, 'original.png')
    await writeFile(path, await still('png'))
    const copy = (await work(path, { signing: { chain, key, manifest } })).made[0]!.path
    const whole = await readFile(copy)
    for (let count = 0; count < 60; count += 1) {
      const damaged = Buffer.from(
        whole.subarray(0, count % 3 === 0 ? (whole.length * count) / 60 : undefined),
      )
      for (let hit = 0; hit < 8 && damaged.length > 64; hit += 1)
        damaged[40 + ((count * 7919 + hit * 104_729) % (damaged.length - 40))] = (count * 31 + hit) % 256
      await writeFile(path, damaged)
      const { credentials } = await work(path, { anchors: anchor })
      assert.notEqual(credentials?.state, 'trusted')
    }
    assert.equal((await work(copy, { anchors: anchor })).credentials?.state, 'trusted')
  })
})

test('a file of which it takes too long is left, and the next one is read', async () => {
  await inWorkshop({ limits: { milliseconds: 3000 } }, async ({ folder, work }) => {
    const [long, path] = [join(folder, 'long.mp4'), join(folder, 'original.png')]
    await writeFile(long, Buffer.concat([ftyp, times(300_000, box('free'))]))
    await writeFile(path, await still('png'))
    const { credentials, facts } = await work(long, { anchors: '' })
    assert.deepEqual([credentials, facts.problem], [undefined, 'It takes too long to look into'])
    assert.equal((await work(path, { anchors: '' })).credentials?.state, 'none')
  })
})

test('a process that holds what signing a large file took gets no other file', async () => {
  const { chain, key } = await testAuthority()
  await inWorkshop({}, async ({ folder }) => {
    const worker = new WorkProcess()
    const signing = { chain, key, manifest }
    const signed = async (name: string, bytes: Buffer) => {
      const path = join(folder, name)
      await writeFile(path, bytes)
      return (await worker.work({ path, folder, proxy: false, limits: defaultLimits, signing })).facts.problem
    }
    assert.deepEqual([await signed('small.wav', silence(1024 ** 2)), worker.isUsable], [null, true])
    assert.deepEqual([await signed('large.wav', silence(100 * 1024 ** 2)), worker.isUsable], [null, false])
    await worker.end()
  })
})

/** A sound of so many bytes, in the form of WAV. */
function silence(bytes: number): Buffer {
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(48_000, 24)
  file.writeUInt32LE(96_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  return file
}
