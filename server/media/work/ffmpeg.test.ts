import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFfmpeg, inputArguments, plainly, run } from './ffmpeg.ts'

const addressBytes = 2 * 1024 ** 3

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-ffmpeg-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the ffmpeg of this machine is found, and told with its version', async () => {
  const found = await findFfmpeg()
  assert.equal(found?.path, 'ffmpeg')
  assert.match(found.version, /^n?\d/)
  assert.deepEqual(await findFfmpeg('ffmpeg'), found)
})

test('there is none where it is switched off, missing, or another program', async () => {
  for (const path of ['false', '/nowhere/ffmpeg', 'no-such-program', process.execPath])
    assert.equal(await findFfmpeg(path), undefined, path)
})

test('a list of files leads nowhere, whatever it is called and whichever list it is', async () => {
  await inFolder(async (folder) => {
    const secret = join(folder, 'secret.wav')
    await run({
      command: 'ffmpeg',
      args: ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine', '-t', '0.1', secret],
      milliseconds: 60_000,
      addressBytes,
      take: () => {},
    })
    const lists = {
      'list.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`,
      'list.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      'list.ffconcat': `ffconcat version 1.0\nfile '${secret}'\n`,
      'list.wav': `ffconcat version 1.0\nfile 'secret.wav'\n`,
      'list.sdp': 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n',
    }
    for (const [name, content] of Object.entries(lists)) {
      const path = join(folder, name)
      await writeFile(path, content)
      await assert.rejects(decode(path), /Invalid data|whitelist/i, name)
    }
    assert.ok((await decode(secret)) > 1000, 'what they name can be decoded by itself')
    await assert.rejects(decode(`concat:${secret}`), /No such file/)
    await assert.rejects(decode('http://127.0.0.1:1/'), /No such file/)
  })
})

/** Bytes of sound. */
async function decode(path: string): Promise<number> {
  let bytes = 0
  await run({
    command: 'ffmpeg',
    args: [...plainly, ...inputArguments(path), '-f', 's16le', 'pipe:1'],
    milliseconds: 60_000,
    addressBytes,
    take: (chunk) => {
      bytes += chunk.length
    },
  })
  return bytes
}

test('it is ended when its time is over, and when more comes than was wanted', async () => {
  const forever = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc', '-f', 'rawvideo', 'pipe:1']
  const runs = { command: 'ffmpeg', args: forever, milliseconds: 600_000, addressBytes }
  await assert.rejects(run({ ...runs, milliseconds: 200, take: () => {} }), /SIGKILL/)
  const full = () => {
    throw new Error('That is too much')
  }
  await assert.rejects(run({ ...runs, take: full }), /That is too much/)
})

test('it has no more memory than it may have', async () => {
  const draw = (size: string) =>
    run({
      command: 'ffmpeg',
      args: [
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        `color=s=${size}`,
        '-frames:v',
        '1',
        '-f',
        'null',
        '-',
      ],
      milliseconds: 60_000,
      addressBytes: 600 * 1024 ** 2,
      take: () => {},
    })
  await draw('100x100')
  await assert.rejects(draw('20000x20000'), /allocate|ended with/)
})

test('one that says nothing for ever is none', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'ffmpeg')
    await writeFile(path, '#!/bin/sh\nexec sleep 600\n')
    await chmod(path, 0o755)
    assert.equal(await findFfmpeg(path), undefined)
  })
})
