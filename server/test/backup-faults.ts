import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { keyName, type Manifest, manifestIn } from '../backups/manifest.ts'
import { sealed } from '../sealed.ts'

/** Something that happens to a backup in a folder. */
export interface Fault {
  what: string
  /** What must be in what is said of it. */
  named: string
  plant(target: string): Promise<void>
}

/** A backup in a folder, and one that was made before it of the same installation, in another. */
export interface Backups {
  target: string
  former: string
}

const pathOfBlob = (target: string, hash: string) =>
  join(target, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash)
const pathOfText = (target: string, name: string) => join(target, 'texts', name)

/** The one backup that is in a folder. */
async function manifestOf(target: string): Promise<Manifest> {
  const [name = ''] = (await readdir(join(target, 'texts'))).filter((text) => !text.endsWith('-key'))
  return manifestIn(await readFile(pathOfText(target, name), 'utf8'), name)
}

/** More than a hundred, of every kind, at places of chance. */
export async function faultsOf({ target, former }: Backups): Promise<Fault[]> {
  const [manifest, before] = [await manifestOf(target), await manifestOf(former)]
  const media = await linesOfList(target, manifest)
  const [one = '', other = ''] = media.map((line) => line.slice(0, 64))
  const { name, database } = manifest
  const blobs = { database: database.hash, list: manifest.media.list, file: one, 'other file': other }
  const places = [
    ...Object.entries(blobs).map(([what, hash]) => ({
      ...{ what, named: what.includes('file') ? hash : name },
      path: (folder: string) => pathOfBlob(folder, hash),
    })),
    { what: 'manifest', named: name, path: (folder: string) => pathOfText(folder, name) },
    { what: 'key', named: name, path: (folder: string) => pathOfText(folder, keyName(name)) },
  ]
  return [
    ...places.flatMap((place) => ofOneFile(place)),
    ...ofTwoFiles(blobs, name),
    ...ofManifest(manifest, before, await readFile(pathOfBlob(former, before.media.list))),
    ...ofList(manifest, media),
    ...ofDatabase(manifest),
  ]
}

interface FilePlace {
  what: string
  named: string
  path(target: string): string
}

/** What a disk, a copy that was cut, or a hand does to one file. */
function ofOneFile({ what, named, path }: FilePlace): Fault[] {
  const fault = (
    how: string,
    work: (file: string, bytes: Buffer, target: string) => Promise<void>,
  ): Fault => ({
    what: `${what}: ${how}`,
    // What is no backup any more has no name.
    named: what === 'manifest' && /removed|elsewhere/.test(how) ? '' : named,
    plant: async (target) => work(path(target), await readFile(path(target)), target),
  })
  const flipped = (how: string, at: (length: number) => number) =>
    fault(how, (file, bytes) => {
      bytes[at(bytes.length)]! ^= 1 << randomInt(8)
      return writeFile(file, bytes)
    })
  return [
    flipped('a bit of the first byte', () => 0),
    flipped('a bit of the last byte', (length) => length - 1),
    ...[1, 2, 3].map((number) => flipped(`a bit of chance, ${number}`, (length) => randomInt(length))),
    fault('cut somewhere', (file, bytes) => truncate(file, randomInt(1, bytes.length))),
    fault('cut by a byte', (file, bytes) => truncate(file, bytes.length - 1)),
    fault('longer by a byte', (file, bytes) => writeFile(file, Buffer.concat([bytes, randomBytes(1)]))),
    fault('twice', (file, bytes) => writeFile(file, Buffer.concat([bytes, bytes]))),
    fault('empty', (file) => truncate(file, 0)),
    fault('of zeros', (file, bytes) => writeFile(file, Buffer.alloc(bytes.length))),
    fault('other bytes of its length', (file, bytes) => writeFile(file, randomBytes(bytes.length))),
    fault('removed', (file) => unlink(file)),
    fault('a folder in its place', async (file) => {
      await unlink(file)
      await mkdir(file)
    }),
    fault('a link in its place', async (file, bytes, target) => {
      await writeFile(join(target, 'elsewhere'), bytes)
      await unlink(file)
      await symlink(join(target, 'elsewhere'), file)
    }),
    fault('a link in a circle', async (file) => {
      await unlink(file)
      await symlink(file, file)
    }),
    ...(['manifest', 'key'].includes(what)
      ? []
      : [
          fault('a file in place of its folder', async (file) => {
            await rm(dirname(file), { recursive: true })
            await writeFile(dirname(file), 'file')
          }),
        ]),
  ]
}

function ofTwoFiles(
  blobs: Record<'database' | 'list' | 'file' | 'other file', string>,
  name: string,
): Fault[] {
  const pairs = [
    ['database', 'list'],
    ['database', 'file'],
    ['list', 'file'],
    ['file', 'other file'],
  ] as const
  return pairs.map(([one, other]) => ({
    what: `${one} and ${other} swapped`,
    named: name,
    plant: async (target) => {
      const [first, second] = [pathOfBlob(target, blobs[one]), pathOfBlob(target, blobs[other])]
      await rename(first, `${first}-`)
      await rename(second, first)
      await rename(`${first}-`, second)
    },
  }))
}

/** The manifest says something else, sealed anew and as it was sealed. */
function ofManifest(manifest: Manifest, before: Manifest, listBefore: Buffer): Fault[] {
  const { name, database, media } = manifest
  const changes: Record<string, object> = {
    'another format': { format: 2 },
    'another name': { name: before.name },
    'another time': { madeAt: before.madeAt },
    'no time': { madeAt: 'yesterday' },
    'a later version': { schema: manifest.schema + 1 },
    'an earlier version': { schema: manifest.schema - 1 },
    'a database of other bytes': { database: { ...database, bytes: database.bytes + 1 } },
    'a database that is shorter': { database: { ...database, plainBytes: database.plainBytes - 4096 } },
    'a database that is longer': { database: { ...database, plainBytes: database.plainBytes + 4096 } },
    'the list for the database': { database: { ...database, hash: media.list } },
    'the database for the list': { media: { ...media, list: database.hash } },
    'a list of other bytes': { media: { ...media, listBytes: media.listBytes - 1 } },
    'fewer files': { media: { ...media, count: media.count - 1 } },
    'more files': { media: { ...media, count: media.count + 1 } },
    'other bytes of files': { media: { ...media, bytes: media.bytes + 1 } },
    'a file that is missing': { missing: [media.list], missingCount: 1 },
    'a count of missing files': { missingCount: 1 },
    'no key': { hasSecretKey: false },
    'no database': { database: undefined },
  }
  const edited = Object.entries(changes).flatMap(([what, change]) => [
    {
      ...{ what: `the manifest says: ${what}, sealed anew`, named: name },
      plant: (target: string) => writeFile(pathOfText(target, name), sealed({ ...manifest, ...change })),
    },
    {
      ...{ what: `the manifest says: ${what}`, named: name },
      plant: async (target: string) => {
        const seal = sealed(manifest).slice(-65)
        const text = `${JSON.stringify({ ...manifest, ...change }, undefined, 2)}\n${seal}`
        await writeFile(pathOfText(target, name), text)
      },
    },
  ])
  const ofBefore: Fault = {
    ...{ what: 'the list of the backup before', named: name },
    plant: async (target) => {
      await putBlob(target, listBefore)
      const { list, listBytes } = before.media
      await writeManifest(target, { ...manifest, media: { ...media, list, listBytes } })
    },
  }
  const noText: Fault = {
    ...{ what: 'the manifest is no JSON, sealed anew', named: name },
    plant: (target) => {
      const text = '{"format": 1,\n'
      const seal = createHash('sha256').update(text).digest('hex')
      return writeFile(pathOfText(target, name), `${text}${seal}\n`)
    },
  }
  const keys = { 'of another backup': { name: before.name, secretKey: 'key' }, 'without one': { name } }
  const ofKey = Object.entries(keys).map(([what, content]) => ({
    ...{ what: `a key ${what}, sealed anew`, named: name },
    plant: (target: string) => writeFile(pathOfText(target, keyName(name)), sealed(content)),
  }))
  return [...edited, ofBefore, noText, ...ofKey]
}

/** Another list, with every hash made anew. */
function ofList(manifest: Manifest, lines: string[]): Fault[] {
  const added = `${'f'.repeat(64)} 5`
  const changes: Record<string, string[]> = {
    'a line less': lines.slice(1),
    'a line more': [...lines, added],
    'a line for another': [...lines.slice(1), added],
    'in another order': lines.toReversed(),
    'a line twice': [lines[0]!, ...lines],
    'other bytes': [`${lines[0]!.slice(0, 64)} 1`, ...lines.slice(1)],
    nothing: [],
  }
  return Object.entries(changes).map(([what, changed]) => ({
    ...{ what: `the list has ${what}, made anew`, named: manifest.name },
    plant: async (target) => {
      const packed = zstdCompressSync(changed.map((line) => `${line}\n`).join(''))
      const { hash, bytes } = await putBlob(target, packed)
      const media = { ...manifest.media, list: hash, listBytes: bytes, count: changed.length }
      await writeManifest(target, { ...manifest, media })
    },
  }))
}

/** Another database, with every hash made anew: only what is at odds with itself or with the rest can be found. */
function ofDatabase(manifest: Manifest): Fault[] {
  const statements: Record<string, string> = {
    'a reference to nothing': 'delete from projects',
    'a file less': 'delete from blobs where hash = (select min(hash) from blobs where kept_at is not null)',
    'a file of other bytes': 'update blobs set bytes = bytes + 1',
    'a table less': 'drop table comments',
    'a column less': 'alter table comments rename column text to other',
    'no version': 'delete from migrations',
    'another version':
      'update migrations set version = version + 1 where version = (select max(version) from migrations)',
  }
  const fault = (what: string, change: (bytes: Buffer, target: string) => Promise<Buffer>): Fault => ({
    ...{ what: `the database has ${what}, made anew`, named: manifest.name },
    plant: async (target) => {
      const packed = await readFile(pathOfBlob(target, manifest.database.hash))
      const plain = await change(zstdDecompressSync(packed), target)
      const kept = await putBlob(target, zstdCompressSync(plain))
      await writeManifest(target, { ...manifest, database: { ...kept, plainBytes: plain.length } })
    },
  })
  return [
    ...Object.entries(statements).map(([what, sql]) =>
      fault(what, (bytes, target) => edited(bytes, target, sql)),
    ),
    fault('an index less', (bytes, target) =>
      edited(bytes, target, (database) => {
        const [index] = database
          .prepare("select name from sqlite_schema where type = 'index' and sql is not null")
          .all()
        return `drop index "${index!.name}"`
      }),
    ),
    fault('an entry of an index less', async (bytes, target) => {
      let page = 0
      await edited(bytes, target, (database) => {
        const roots = database
          .prepare("select rootpage as page from sqlite_schema where type = 'index'")
          .all()
        // Database File Format, 1.6: the leaf of an index begins with 10, and has its number of cells at 3.
        const at = (root: unknown) => (Number(root) - 1) * 4096
        page = at(
          roots.find((root) => bytes[at(root.page)] === 10 && bytes.readUInt16BE(at(root.page) + 3) > 1)!
            .page,
        )
        return 'select 1'
      })
      bytes.writeUInt16BE(bytes.readUInt16BE(page + 3) - 1, page + 3)
      return bytes
    }),
    fault('a page of noise', async (bytes) => {
      randomBytes(4096).copy(bytes, 4096 * randomInt(1, 9))
      return bytes
    }),
    fault('no beginning', async (bytes) => bytes.subarray(4096)),
    fault('nothing', async () => Buffer.alloc(0)),
  ]
}

async function edited(
  bytes: Buffer,
  target: string,
  sql: string | ((database: DatabaseSync) => string),
): Promise<Buffer> {
  const path = join(target, 'edited.db')
  await writeFile(path, bytes)
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.function('letters', (text) => text)
  database.exec(typeof sql === 'string' ? sql : sql(database))
  database.exec('pragma journal_mode = delete')
  database.close()
  return readFile(path)
}

async function putBlob(target: string, content: Buffer): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256').update(content).digest('hex')
  await mkdir(dirname(pathOfBlob(target, hash)), { recursive: true })
  await writeFile(pathOfBlob(target, hash), content)
  return { hash, bytes: content.length }
}

const writeManifest = (target: string, manifest: Manifest) =>
  writeFile(pathOfText(target, manifest.name), sealed(manifest))

async function linesOfList(target: string, { media }: Manifest): Promise<string[]> {
  const packed = await readFile(pathOfBlob(target, media.list))
  return zstdDecompressSync(packed).toString().trimEnd().split('\n')
}

/** A copy of a backup with a fault in it. */
export async function withFault(target: string, fault: Fault, copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  await cp(target, copy, { recursive: true })
  await fault.plant(copy)
}
