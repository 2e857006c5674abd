import { readFile } from 'node:fs/promises'

/** Bytes of memory that the process holds; undefined where the system does not tell, or it has ended. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
