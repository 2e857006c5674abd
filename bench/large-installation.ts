import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { blobName } from '../server/media/blob-name.ts'

const bytesOfFile = 20_000

interface Size {
  versions: number
  files: number
}

/**
 * Makes what is in `folder`, a data folder on SQLite that no service uses, an installation of a studio's years: `like`, a version with a
 * file, is there so many times, each with a prompt of its own of some 500 characters, and so many have a file of 20 kB that no other has.
 */
export async function enlarge(folder: string, like: string, { versions, files }: Size): Promise<void> {
  const database = new DatabaseSync(join(folder, 'dailies.db'))
  try {
    const columns = (table: string) =>
      database
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name))
    const alike = (table: string, own: Record<string, string>) =>
      `insert into ${table} (${columns(table).join(', ')}) select ${columns(table)
        .map((column) => own[column] ?? column)
        .join(', ')} from ${table}`
    const id = "printf('00000000-0000-7000-8fff-%012x', i)"
    database.exec('begin')
    database
      .prepare(
        `${alike('asset_versions', {
          id,
          version_number: 'version_number + i',
          selected: '0',
          prompt: "prompt || ' ' || hex(randomblob(220))",
        })}, (with recursive n (i) as (select 1 union all select i + 1 from n where i < :last) select i from n) where id = :like`,
      )
      .run({ last: versions - 1, like })
    database.prepare('update version_counters set last_number = last_number + ?').run(versions - 1)
    const { hash: one } = database
      .prepare("select hash from version_media where version_id = ? and kind = 'original'")
      .get(like) as { hash: string }
    const addBlob = database.prepare(
      `${alike('blobs', { hash: ':hash', bytes: ':bytes' })} where hash = :one`,
    )
    const addMedia = database.prepare(
      `${alike('version_media', { version_id: ':version', hash: ':hash', bytes: ':bytes' })} where version_id = :like and kind = 'original'`,
    )
    for (let number = 1; number < files; number += 1) {
      const bytes = randomBytes(bytesOfFile)
      const hash = createHash('sha256').update(bytes).digest('hex')
      const path = join(folder, 'media', blobName(hash))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      const version = `00000000-0000-7000-8fff-${number.toString(16).padStart(12, '0')}`
      addBlob.run({ hash, bytes: bytesOfFile, one })
      addMedia.run({ version, hash, bytes: bytesOfFile, like })
    }
    // As where a service has run all the while, whose search has seen all of it.
    database.exec('delete from search_waiting')
    database.exec('commit')
  } finally {
    database.close()
  }
}
