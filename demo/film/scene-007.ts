import { STILL_NEGATIVE, take } from './take.ts'

export const scene007 = [
  take('007-A', 'midjourney', {
    title: 'Ridge at sundown, two caps',
    madeWith: 'Calder exteriors',
    prompt:
      'A woman and a child side by side on a bare ridge at sundown, both in postal caps, satchel between them, layers of hills fading into magenta haze, drowned valley below, tiny figures against an enormous sky, 50mm anamorphic, silhouette, last light --ar 239:100 --style raw --s 240',
    negativePrompt: STILL_NEGATIVE,
    tags: ['ines', 'wren', 'dusk', 'terraces'],
    seed: 66120,
    took: [40, 8],
    compareGroup: '007-A ridge',
    winner: true,
    picture: { place: 'hills', mood: 'dusk', subject: 'pair' },
  }),
  take('007-A', 'comfyui', {
    title: 'Ridge at sundown, haze pass',
    from: 'Ridge at sundown, two caps',
    rightsState: 'UNKNOWN',
    prompt:
      'two silhouettes on a ridge, woman and child, (layered hills:1.2), sunset afterglow, (aerial perspective:1.25), violet to orange gradient, anamorphic still, film grain, minimal',
    negativePrompt: 'trees in foreground, buildings, text, lowres, (HDR:1.3), saturated',
    tags: ['ines', 'wren', 'dusk', 'local render'],
    seed: 918273702,
    took: [58, 0],
    status: 'DRAFT',
    compareGroup: '007-A ridge',
    picture: { place: 'hills', mood: 'dusk', subject: 'pair' },
  }),
  take('007-A', 'luma', {
    title: 'Ridge, coats in the wind',
    from: 'Ridge at sundown, two caps',
    prompt:
      'Two figures in silhouette on a ridge at sundown, an adult and a child in matching caps. Wind moves the hems of their coats and nothing else. The sun drops the last finger’s width behind the far hills. Locked camera, five seconds, no cut.',
    tags: ['ines', 'wren', 'motion', 'dusk'],
    seed: 27810,
    took: [61, 18],
    picture: { place: 'hills', mood: 'dusk', subject: 'pair' },
  }),
  take('007-B', 'storyboarder-ai', {
    title: 'Board 1: down through the terraces',
    prompt:
      'Pencil storyboard frame. Wide, high angle. Woman and child at the top of a slope, valley under water behind them. Arrow for camera: slow tilt down to follow the boat.',
    tags: ['boards', 'terraces'],
    seed: 3301,
    took: [9, 2],
    status: 'DRAFT',
    picture: { place: 'hills', mood: 'noon', subject: 'pair', sketch: true },
  }),
  take('007-B', 'storyboarder-ai', {
    title: 'Board 2: boat touches water',
    from: 'Board 1: down through the terraces',
    prompt:
      'Pencil storyboard frame. Low angle at water height. The boat slides in from frame left, drowned towers on the horizon. Hold two beats after the ripple reaches camera.',
    tags: ['boards', 'terraces'],
    seed: 3302,
    took: [8, 2],
    winner: true,
    picture: { place: 'city', mood: 'noon', subject: 'boat', sketch: true },
  }),
]
