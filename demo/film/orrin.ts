import { take } from './take.ts'
import { NINE_WINTERS } from './workspace.ts'

export const orrin = [
  take('001-A', 'midjourney', {
    project: NINE_WINTERS,
    title: 'Over the pass, moon left',
    createPromptPackage: true,
    promptPackage: {
      name: 'Orrin, winter night',
      constraints: ['one source of light', 'no tracks in the snow', 'nobody but the surveyor'],
      styleProfile: { lens: '50mm', palette: ['deep blue', 'silver'], grain: 'fine' },
      targetAspectRatio: '2.39:1',
    },
    prompt:
      'A lone surveyor stands at the edge of a snowed-in valley by moonlight, black pines, layered ridges, heavy flakes falling straight down, deep blue with a single silver source, 50mm, stillness, uncanny --ar 239:100 --style raw --s 210',
    tags: ['orrin', 'night', 'snow', 'concept'],
    seed: 15029,
    rightsState: 'UNKNOWN',
    took: [38, 4],
    status: 'DRAFT',
    picture: { place: 'hills', mood: 'night', subject: 'figure', weather: 'snow' },
  }),
  take('002-A', 'flux', {
    project: NINE_WINTERS,
    title: 'Weather station, one lamp',
    prompt:
      'A small weather station at night. Shelves of logbooks to the ceiling, a desk with a single warm lamp, a gridded window full of blue snow-light. A man in a long coat stands between the two lights. Straight-on, symmetrical, slightly too tidy.',
    tags: ['orrin', 'interior', 'night', 'concept'],
    seed: 733611,
    rightsState: 'UNKNOWN',
    took: [11, 1],
    status: 'DRAFT',
    picture: { place: 'room', mood: 'night', subject: 'figure', weather: 'snow' },
  }),
  take('001-A', 'comfyui', {
    project: NINE_WINTERS,
    title: 'Over the pass, haze pass',
    from: 'Over the pass, moon left',
    prompt:
      'lone man in long coat, snow valley at night, (pine forest ridges:1.2), moonlight, falling snow, (aerial perspective:1.2), silver and blue, anamorphic still, film grain',
    negativePrompt: 'footprints, buildings, aurora, text, lowres',
    tags: ['orrin', 'night', 'snow', 'local render'],
    seed: 918274001,
    rightsState: 'UNKNOWN',
    took: [61, 0],
    status: 'DRAFT',
    picture: { place: 'hills', mood: 'night', subject: 'figure', weather: 'snow' },
  }),
  take('002-A', 'midjourney', {
    project: NINE_WINTERS,
    title: 'Weather station, blue hour',
    from: 'Weather station, one lamp',
    prompt:
      'Cramped weather station interior, walls of identical logbooks, one desk lamp, tall gridded window glowing with snow-light, a surveyor in a long coat standing very still, tungsten against blue, 32mm, unease --ar 239:100 --style raw --s 210',
    tags: ['orrin', 'interior', 'night', 'concept'],
    seed: 15063,
    rightsState: 'UNKNOWN',
    took: [40, 6],
    status: 'DRAFT',
    picture: { place: 'room', mood: 'night', subject: 'figure', weather: 'snow' },
  }),
]
