/** Reads one file, on a thread of its own: see `readAside`. */
import { parentPort, workerData } from 'node:worker_threads'
import { readMedia } from '@dailies/reading/read-media.ts'

parentPort?.postMessage(await readMedia(workerData as Uint8Array))
