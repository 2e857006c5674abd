import { standsAt } from '../bytes.ts'
import type { Piece } from '../piece.ts'
import { piecesOfBmff } from './bmff.ts'
import { piecesOfFlac } from './flac.ts'
import { piecesOfId3 } from './id3.ts'
import { piecesOfJpeg } from './jpeg.ts'
import { piecesOfMatroska } from './matroska.ts'
import { piecesOfOgg } from './ogg.ts'
import { piecesOfPng } from './png.ts'
import { piecesOfRiff } from './riff.ts'

interface Container {
  name: string
  is: (bytes: Uint8Array) => boolean
  piecesOf: (bytes: Uint8Array) => Generator<Piece>
}

const containers: Container[] = [
  { name: 'png', is: (bytes) => standsAt(bytes, 0, '\x89PNG\r\n\x1a\n'), piecesOf: piecesOfPng },
  { name: 'jpeg', is: (bytes) => standsAt(bytes, 0, '\xff\xd8\xff'), piecesOf: piecesOfJpeg },
  { name: 'webp', is: (bytes) => isRiff(bytes, 'WEBP'), piecesOf: piecesOfRiff },
  { name: 'wav', is: (bytes) => isRiff(bytes, 'WAVE'), piecesOf: piecesOfRiff },
  { name: 'mp4', is: (bytes) => standsAt(bytes, 4, 'ftyp'), piecesOf: piecesOfBmff },
  { name: 'webm', is: (bytes) => standsAt(bytes, 0, '\x1a\x45\xdf\xa3'), piecesOf: piecesOfMatroska },
  { name: 'mp3', is: (bytes) => standsAt(bytes, 0, 'ID3'), piecesOf: piecesOfId3 },
  { name: 'flac', is: (bytes) => standsAt(bytes, 0, 'fLaC'), piecesOf: piecesOfFlac },
  { name: 'ogg', is: (bytes) => standsAt(bytes, 0, 'OggS'), piecesOf: piecesOfOgg },
]

/** The format of a file by its first bytes; undefined for one that is not read. */
export function containerOf(bytes: Uint8Array): Container | undefined {
  return containers.find(({ is }) => is(bytes))
}

function isRiff(bytes: Uint8Array, form: string): boolean {
  return standsAt(bytes, 0, 'RIFF') && standsAt(bytes, 8, form)
}
