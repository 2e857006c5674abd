import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PictureRecipe } from './picture.ts'

const mostThreads = 4

/** A recipe, and the path of the file that its picture goes to. */
export type PictureFile = [path: string, recipe: PictureRecipe]

/** Draws pictures on several threads: it is most of what making the film takes. */
export async function drawPictures(files: PictureFile[]): Promise<void> {
  const threads = Math.min(availableParallelism(), mostThreads)
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      onThread(files.filter((_, index) => index % threads === thread)),
    ),
  )
}

function onThread(files: PictureFile[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('picture-thread.ts', import.meta.url), { workerData: files })
    thread.once('error', reject)
    thread.once('exit', () => resolve())
  })
}
