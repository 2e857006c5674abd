import { MOTION_NEGATIVE, STILL_NEGATIVE, take } from './take.ts'

export const scene019 = [
  take('019-A', 'midjourney', {
    title: 'The swell, concept',
    prompt:
      'A small rowing boat on a vast storm sea, seen from the side, crest behind crest receding into rain, a break of pale light low in the cloud, the rower bent forward, desaturated green-grey, long lens compression, driving rain across frame, 35mm grain --ar 239:100 --style raw --s 200',
    negativePrompt: STILL_NEGATIVE,
    tags: ['storm', 'sea', 'concept'],
    seed: 91733,
    took: [40, 7],
    picture: { place: 'sea', mood: 'storm', subject: 'boat', weather: 'rain' },
  }),
  take('019-A', 'veo', {
    title: 'The swell, over too soon',
    from: 'The swell, concept',
    prompt:
      'A rowing boat climbs the face of a swell and drops out of sight. Camera at wave height on a long lens, riding the same water. Lightning, far off. Audio: wind, hull slap, a child counting: one, two, three, four. Eight seconds, no cut.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['storm', 'sea', 'motion', 'sound', 'try'],
    seed: 88312,
    took: [159, 44],
    compareGroup: '019-A crossing',
    picture: { place: 'sea', mood: 'storm', subject: 'boat', weather: 'rain' },
  }),
  take('019-A', 'veo', {
    title: 'The swell, hangs at the crest',
    from: 'The swell, over too soon',
    prompt:
      'A rowing boat climbs the face of a long swell, hangs at the crest, and drops out of sight. Camera at wave height on a long lens, riding the same water. Lightning once, far off. Audio: wind in layers, hull slap, a child counting: one, two, three, four. Eight seconds, no cut.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['storm', 'sea', 'motion', 'sound', 'try'],
    seed: 88317,
    took: [163, 61],
    compareGroup: '019-A crossing',
    notes: 'The strike is in frame.',
    picture: { place: 'sea', mood: 'storm', subject: 'boat', weather: 'rain' },
  }),
  take('019-A', 'veo', {
    title: 'The swell, full climb',
    from: 'The swell, hangs at the crest',
    reached: 'APPROVED',
    prompt:
      'A rowing boat climbs the face of a long swell, hangs at the crest, and drops out of sight. Camera at wave height on a long lens, riding the same water. Lightning once, far off, no strike in frame. Audio: wind in layers, hull slap, a child counting under her breath: one, two, three, four. Eight seconds, no cut.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['storm', 'sea', 'motion', 'sound'],
    seed: 88320,
    took: [167, 52],
    compareGroup: '019-A crossing',
    winner: true,
    picture: { place: 'sea', mood: 'storm', subject: 'boat', weather: 'rain' },
  }),
  take('019-A', 'kling', {
    title: 'The swell, tighter',
    from: 'The swell, concept',
    prompt:
      'Side view of a rowing boat in heavy seas, rain driven left to right. The bow lifts, spray breaks over it, the rower pulls once and misses the water. Long lens, horizon tilting gently with the swell, muted grey-green.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['storm', 'sea', 'motion'],
    seed: 660377,
    took: [211, 103],
    compareGroup: '019-A crossing',
    notes: 'The oar bends at 3.2 s.',
    picture: { place: 'sea', mood: 'storm', subject: 'boat', weather: 'rain' },
  }),
  take('019-B', 'midjourney', {
    title: 'Ines against the weather',
    madeWith: 'Ines, continuity',
    prompt:
      'Profile of a courier in a soaked peaked cap and oilskin collar, storm light behind her, rain slanting through frame, horizon lost, cold steel palette, 75mm anamorphic, rim light on wet cloth, resolve rather than fear --ar 239:100 --style raw --s 150 --ow 120',
    negativePrompt: 'scream, tears, eye contact, text',
    tags: ['ines', 'portrait', 'storm'],
    seed: 52044,
    took: [38, 6],
    winner: true,
    picture: { place: 'sea', mood: 'storm', subject: 'portrait', weather: 'rain' },
  }),
  take('019-B', 'runway', {
    title: 'Ines decides',
    from: 'Ines against the weather',
    prompt:
      'Close profile in a storm. She looks back over her shoulder, toward where we know the city is, then forward again, and pulls. Camera locked to the boat so the horizon moves and she does not. Rain on the lens is not allowed.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['ines', 'portrait', 'motion', 'storm'],
    seed: 1190577,
    took: [94, 31],
    picture: { place: 'sea', mood: 'storm', subject: 'portrait', weather: 'rain' },
  }),
  take('019-C', 'midjourney', {
    title: 'Skerry Light, lit',
    prompt:
      'A lighthouse on a bare skerry in a storm, its warm double beam cutting grey rain, waves shouldering past in the foreground, the only warm thing in the frame, seen from a small boat at water height, long lens, awe --ar 239:100 --style raw --s 240',
    negativePrompt: STILL_NEGATIVE,
    tags: ['lighthouse', 'storm', 'reveal'],
    seed: 91808,
    took: [41, 9],
    winner: true,
    picture: { place: 'sea', mood: 'storm', subject: 'lighthouse', weather: 'rain' },
  }),
  take('019-C', 'hailuo', {
    title: 'Skerry Light, beam comes round',
    from: 'Skerry Light, lit',
    prompt:
      'Storm sea at water height. In darkness, then the beam of a lighthouse comes round and crosses the camera, bleaching the rain for one frame, and we see the tower. It turns away; dark again. Six seconds, the swell never stops.',
    tags: ['lighthouse', 'storm', 'motion', 'reveal'],
    seed: 540071,
    rightsState: 'UNKNOWN',
    took: [133, 48],
    picture: { place: 'sea', mood: 'storm', subject: 'lighthouse', weather: 'rain' },
  }),
  take('019', 'elevenlabs', {
    assetType: 'AUDIO',
    title: 'Storm from inside the swell',
    prompt:
      'Open sea in a storm heard from a small boat: deep swell rising and falling, rain on oilskin, no voices.',
    tags: ['storm', 'atmosphere'],
    seed: 4419,
    rightsState: 'COMMERCIAL_ALLOWED',
    took: [7, 1],
    winner: true,
    picture: { place: 'waveform', mood: 'storm' },
  }),
]
