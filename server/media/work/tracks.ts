import { setTimeout as sleep } from 'node:timers/promises'
import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from 'mediabunny'
import { believableDuration, type FilmFacts, positive, wholePositive } from './film-facts.ts'
import { frameRateOf } from './frame-rate.ts'

/** Not the playlists of HLS: they name further files. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, FLAC, OGG, ADTS, MPEG_TS]
/** Packets that are looked at for the rate of frames. */
const mostPackets = 300
/** For finding out how long it is, which is to read all of some files. Then their word is taken for it. */
const durationMilliseconds = 10_000

/** Profiles of H.264 that browsers decode: 8 bits and 4:2:0. ISO/IEC 14496-10, annex A. */
const usualProfiles = ['42', '4d', '58', '64']

/**
 * What the container tells of its first film and its first sound. Undefined where it is of a kind that is not read here; throws
 * where it is damaged.
 */
export async function readTracks(path: string): Promise<FilmFacts | undefined> {
  const source = new FilePathSource(path, { handleUnhandledError: () => {} })
  using input = new Input({ source, formats })
  try {
    const tracks = await input.getTracks()
    const video = tracks.find((track) => track.isVideoTrack())
    const audio = tracks.find((track) => track.isAudioTrack())
    if (!video && !audio) return undefined
    return {
      ...noVideo,
      ...noAudio,
      ...(video && (await readVideo(video))),
      ...(audio && (await readAudio(audio))),
      durationSeconds: await readDuration(
        input,
        [video, audio].filter((track) => track !== undefined),
      ),
    }
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) return undefined
    throw error
  }
}

const noVideo = {
  width: null,
  height: null,
  rotation: null,
  frameRate: null,
  videoCodec: null,
  unusual: false,
}
const noAudio = { audioCodec: null, channels: null, sampleRate: null }

async function readVideo(track: InputVideoTrack) {
  const codec = await track.getCodec()
  const parameters = (await track.getCodecParameterString().catch(() => null)) ?? ''
  const profile = /^avc[13]\.([0-9a-f]{2})/i.exec(parameters)?.[1]
  return {
    width: wholePositive(await track.getDisplayWidth()),
    height: wholePositive(await track.getDisplayHeight()),
    rotation: await track.getRotation(),
    frameRate: await readFrameRate(track),
    videoCodec: codec === 'avc' ? 'h264' : (codec ?? (await codeOf(track))),
    unusual: codec === null || (profile !== undefined && !usualProfiles.includes(profile.toLowerCase())),
  }
}

async function readAudio(track: InputAudioTrack) {
  const codec = await track.getCodec()
  return {
    audioCodec: codec?.replace(/^pcm-.*/, 'pcm') ?? (await codeOf(track)),
    channels: wholePositive(await track.getNumberOfChannels()),
    sampleRate: wholePositive(await track.getSampleRate()),
  }
}

/** What the container calls the codec, where it is none that is known here. */
async function codeOf(track: InputTrack): Promise<string | null> {
  const code = await track.getInternalCodecId().catch(() => null)
  return typeof code === 'string' && /^[\w./ -]{1,40}$/.test(code) ? code.trim().toLowerCase() : null
}

async function readFrameRate(track: InputVideoTrack) {
  const times: number[] = []
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(packet.timestamp)
    if (times.length === mostPackets) break
  }
  const resolution = positive(await track.getTimeResolution())
  return resolution === null ? null : frameRateOf(times, resolution, times.length < mostPackets)
}

/** By the last packets, which tell better than the header. */
async function readDuration(input: Input, tracks: InputTrack[]): Promise<number | null> {
  const isOver = new AbortController()
  const computed = input.computeDuration(tracks)
  const seconds = await Promise.race([
    computed,
    sleep(durationMilliseconds, undefined, { signal: isOver.signal }),
  ]).finally(() => isOver.abort())
  if (seconds !== undefined) return believableDuration(seconds)
  // It goes on until the input is disposed of, and then fails.
  computed.catch(() => {})
  return believableDuration(await input.getDurationFromMetadata(tracks).catch(() => null))
}
