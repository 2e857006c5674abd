import { writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { PictureFile } from './draw-pictures.ts'
import { picture } from './picture.ts'

for (const [path, recipe] of workerData as PictureFile[]) writeFileSync(path, picture(recipe))
