import { MOTION_NEGATIVE, STILL_NEGATIVE, take } from './take.ts'

export const scene002 = [
  take('002-A', 'midjourney', {
    title: 'Sorting office, noon shaft',
    reached: 'FINAL',
    prompt:
      'Interior of a vast old postal sorting office, walls of wooden pigeonholes half filled with letters, one tall gridded window throwing a hard noon shaft across floorboards, dust in the beam, a courier in cap and long coat standing at its edge, symmetrical, 32mm, painterly contrast, 35mm grain --ar 239:100 --style raw --s 180',
    negativePrompt: STILL_NEGATIVE,
    tags: ['interior', 'sorting office', 'noon'],
    seed: 72211,
    took: [39, 5],
    compareGroup: '002-A office',
    winner: true,
    picture: { place: 'room', mood: 'noon', subject: 'figure' },
  }),
  take('002-A', 'flux', {
    title: 'Sorting office, late light',
    prompt:
      'A postal sorting office at the end of the day, seen straight on. Wooden pigeonholes cover the walls, most empty, some with a few pale envelopes. Low orange light comes through a gridded window and lies on the floor in squares. The courier stands alone by a desk lamp, in silhouette, her cap still on. Quiet, theatrical, fine grain.',
    tags: ['interior', 'sorting office', 'sunset'],
    seed: 733190,
    took: [12, 1],
    compareGroup: '002-A office',
    notes: 'Lovely, but the scene plays at noon. Keep for the epilogue?',
    picture: { place: 'room', mood: 'dusk', subject: 'figure' },
  }),
  take('002-A', 'veo', {
    title: 'Sorting office, dust and a held pause',
    from: 'Sorting office, noon shaft',
    prompt:
      'Locked wide shot inside a postal sorting office. Only the dust in the window light moves. A courier stands with her back half turned; after four seconds she shifts her satchel and the buckle knocks once. Audio: a wall clock, wood ticking in the heat, the buckle. No dialogue.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['interior', 'motion', 'sound'],
    seed: 88241,
    took: [151, 41],
    picture: { place: 'room', mood: 'noon', subject: 'figure' },
  }),
  take('002-B', 'midjourney', {
    title: 'She knows the hand',
    madeWith: 'Ines, continuity',
    reached: 'APPROVED',
    prompt:
      'Close profile of a courier in a peaked cap inside a dim sorting office, window light on brow and collar, pigeonholes dissolved behind her into amber squares, the moment just before an expression, 75mm anamorphic at T2, warm wood and cold daylight --ar 239:100 --style raw --s 150 --ow 120',
    negativePrompt: 'smile, tears, eye contact, letter in frame, text',
    tags: ['ines', 'portrait', 'interior'],
    seed: 51977,
    took: [37, 4],
    winner: true,
    picture: { place: 'room', mood: 'dusk', subject: 'portrait' },
  }),
  take('002-B', 'flux', {
    title: 'She knows the hand, colder',
    from: 'She knows the hand',
    madeWith: 'Ines, continuity',
    prompt:
      'Close side view of a woman in a postal cap, indoors, window light from the front catching only the edge of her face and collar. Shelves behind her are a soft blur. Cool daylight, one warm lamp far back. Very little happens in her face.',
    tags: ['ines', 'portrait', 'interior'],
    seed: 733207,
    took: [10, 1],
    picture: { place: 'room', mood: 'noon', subject: 'portrait' },
  }),
  take('002-C', 'elevenlabs', {
    title: 'Tobiah reads the address, flat',
    prompt: '"Skerry Light. By hand of the Calder post." Well. They spelled us right.',
    tags: ['tobiah', 'dialogue', 'try'],
    seed: 1203,
    rightsState: 'RESTRICTED',
    took: [3, 0],
    status: 'DRAFT',
    picture: { place: 'waveform', mood: 'noon' },
  }),
  take('002-C', 'elevenlabs', {
    title: 'Tobiah reads the address, dry',
    from: 'Tobiah reads the address, flat',
    prompt:
      '[quietly, almost amused] "Skerry Light. By hand of the Calder post." [pause] Well. They spelled us right.',
    tags: ['tobiah', 'dialogue', 'alt'],
    seed: 1205,
    rightsState: 'RESTRICTED',
    took: [3, 0],
    picture: { place: 'waveform', mood: 'dawn' },
  }),
  take('002-C', 'elevenlabs', {
    title: 'Tobiah reads the address, weary',
    from: 'Tobiah reads the address, dry',
    reached: 'APPROVED',
    prompt:
      '[quietly, turning it to the light] "Skerry Light. By hand of the Calder post." [pause] Well. They spelled us right.',
    tags: ['tobiah', 'dialogue'],
    seed: 1204,
    rightsState: 'RESTRICTED',
    notes: 'Voice licensed for this film only.',
    took: [3, 0],
    winner: true,
    picture: { place: 'waveform', mood: 'noon' },
  }),
]
