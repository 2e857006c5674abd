import { MOTION_NEGATIVE, STILL_NEGATIVE, take } from './take.ts'

export const scene024 = [
  take('024-A', 'midjourney', {
    title: 'The lens, keeper beside it',
    prompt:
      'Interior of a lighthouse lantern room at night, an enormous barrel-shaped Fresnel lens glowing gold, rings of cut glass, a figure in a long coat in silhouette beside it, diamond panes and a blue night sea behind, reverent, 35mm, warm core and cold edges, fine grain --ar 239:100 --style raw --s 280',
    negativePrompt: STILL_NEGATIVE,
    tags: ['lantern room', 'night', 'finale'],
    seed: 97001,
    took: [43, 10],
    compareGroup: '024-A lens',
    winner: true,
    picture: { place: 'lantern', mood: 'night', subject: 'figure' },
  }),
  take('024-A', 'flux', {
    title: 'The lens, Ines and Wren',
    from: 'The lens, keeper beside it',
    prompt:
      'Inside the glass lantern of a lighthouse at dusk. A tall Fresnel lens burns gold in the middle of the room. A woman and a child in long coats stand beside it without touching, seen from behind, edges lit by the lens. Behind the diamond-shaped panes the last red of the day over the sea.',
    tags: ['lantern room', 'dusk', 'finale'],
    seed: 733502,
    took: [12, 1],
    compareGroup: '024-A lens',
    winner: true,
    picture: { place: 'lantern', mood: 'dusk', subject: 'pair' },
  }),
  take('024-B', 'runway', {
    title: 'The light from the sea, too busy',
    prompt:
      'Calm sea under stars. A lighthouse stands on its rock, the double beam turning twice in ten seconds; its reflection turns with it. Camera retreats slowly, as a boat would. Lights of a far harbour.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['lighthouse', 'night', 'motion', 'try'],
    seed: 1190611,
    took: [98, 19],
    picture: { place: 'sea', mood: 'night', subject: 'lighthouse' },
  }),
  take('024-B', 'runway', {
    title: 'The light from the sea',
    from: 'The light from the sea, too busy',
    prompt:
      'Calm sea under stars after a storm. A lighthouse stands on its rock, the double beam turning once in ten seconds; its reflection turns with it. Camera retreats very slowly, as a boat would. No other lights.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['lighthouse', 'night', 'motion'],
    seed: 1190618,
    took: [104, 24],
    picture: { place: 'sea', mood: 'night', subject: 'lighthouse' },
  }),
  take('024-B', 'topaz', {
    title: 'The light from the sea, 4K',
    from: 'The light from the sea',
    prompt:
      'Upscale of the Runway take to 3840 × 1608. Keep grain, recover stars, no sharpening on the beam.',
    tags: ['lighthouse', 'night', 'upscale'],
    seed: 1190618,
    took: [312, 0],
    winner: true,
    picture: { place: 'sea', mood: 'night', subject: 'lighthouse' },
  }),
  take('024-C', 'midjourney', {
    title: 'Last image, beam into daylight',
    prompt:
      'Lighthouse at sunrise on flat water, its beam still turning but losing to the day, apricot haze, horizon almost gone, nobody in frame, an empty mooring ring in the foreground rock, anamorphic 40mm, quiet ending --ar 239:100 --style raw --s 200',
    negativePrompt: STILL_NEGATIVE,
    tags: ['lighthouse', 'dawn', 'finale'],
    seed: 97155,
    took: [39, 5],
    winner: true,
    picture: { place: 'sea', mood: 'dawn', subject: 'lighthouse' },
  }),
  take('024-C', 'luma', {
    title: 'Last image, lamp goes out',
    from: 'Last image, beam into daylight',
    rightsState: 'UNKNOWN',
    prompt:
      'Static wide shot of a lighthouse at dawn. The beam makes one more turn, thinner than before, and the lamp is put out. The sun is already doing its work. Hold four seconds on nothing. Seamless, no cut.',
    tags: ['lighthouse', 'dawn', 'motion', 'finale'],
    seed: 27955,
    took: [63, 15],
    picture: { place: 'sea', mood: 'dawn', subject: 'lighthouse' },
  }),
  take('024', 'suno', {
    title: 'Main theme, reprise',
    from: 'Main theme, bowed psaltery and pump organ',
    prompt:
      'Instrumental. The slow waltz once more, pump organ alone, 54 bpm, the four bars in F major at last, no rowing rhythm, room tone of a lighthouse, resolved.',
    tags: ['theme', 'score', 'finale'],
    seed: 31012,
    took: [43, 8],
    winner: true,
    picture: { place: 'waveform', mood: 'dawn' },
  }),
]
