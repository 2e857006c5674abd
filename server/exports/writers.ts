import type { EditorialFormat } from '@dailies/contract/export.ts'
import { writeEdl } from './editorial/edl.ts'
import { writeFcp7Xml } from './editorial/fcp7xml.ts'
import { writeFcpxml } from './editorial/fcpxml.ts'
import { writeBundledOtio, writeOtio } from './editorial/otio.ts'
import type { Timeline } from './editorial/timeline.ts'

/** `bundled`: OpenTimelineIO as `content.otio` of a bundle. */
export type WrittenFormat = EditorialFormat | 'bundled'

interface Writer {
  format: WrittenFormat
  /** What the name of its file ends with. */
  ending: string
  /** The same timeline gives the same text. */
  write(timeline: Timeline): string
}

/** What a cut is handed over as. */
export const writers: readonly Writer[] = [
  { format: 'otio', ending: '.otio', write: writeOtio },
  { format: 'edl', ending: '.edl', write: writeEdl },
  { format: 'fcpxml', ending: '.fcpxml', write: writeFcpxml },
  { format: 'fcp7xml', ending: '.xml', write: writeFcp7Xml },
  { format: 'bundled', ending: '.otio', write: writeBundledOtio },
]
