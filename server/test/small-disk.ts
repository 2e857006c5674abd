import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** Does work with a disk of so many megabytes, which is `unmount`ed after it: by default also where somebody still uses it. Who is not root skips the test. */
export async function onSmallDisk(
  t: TestContext,
  megabytes: number,
  work: (disk: string) => Promise<void>,
  unmount: (disk: string) => void | Promise<void> = unmountLazily,
): Promise<void> {
  const disk = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-small-'))
  try {
    if (!mount(disk, megabytes)) return t.skip('only root mounts a small disk')
    try {
      await work(disk)
    } finally {
      await unmount(disk)
    }
  } finally {
    await rm(disk, { recursive: true })
  }
}

function mount(disk: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function unmountLazily(disk: string): void {
  execFileSync('umount', ['--lazy', disk])
}
