import { readFountain } from './read-fountain.ts'

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(readFountain(data))
