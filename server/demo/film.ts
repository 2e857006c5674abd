import type { Capture } from '@dailies/contract/capture.ts'
import type { Workspace } from '../production/workspace-file.ts'
import type { PictureRecipe } from './picture.ts'

/** A capture of the sample film, before its project, scene and shot have ids and its picture has an address. */
export type Take = {
  project: string
  sceneId: string
  shotCode?: string
  capture: Pick<Capture, 'assetType' | 'prompt'> & Partial<Omit<Capture, 'projectId' | 'sceneId' | 'shotId'>>
  picture: PictureRecipe
}

const SALT_ROUND = 'The Salt Round'
const NINE_WINTERS = 'Nine Winters at Orrin'

/** The sample workspace, in the form of a workspace file: one film in production, one in development. */
export const workspace: Workspace = {
  projects: [
    {
      name: SALT_ROUND,
      status: 'PRODUCTION',
      genre: 'Drama',
      characters: [
        {
          name: 'Ines Varga',
          role: 'Lead',
          description:
            'Last courier of the Calder post, 34. Peaked postal cap, long oilskin coat, canvas satchel on the left hip. Rows standing up when she is angry.',
        },
        {
          name: 'Wren',
          role: 'Supporting',
          description:
            'Eleven, born after the water. Wears a cut-down postal cap she was never issued. Counts everything aloud.',
        },
        {
          name: 'Tobiah Crane',
          role: 'Supporting',
          description:
            'Postmaster, 71. Keeps the sorting office open by never asking whether it is. Hands of a pianist, no piano.',
        },
        {
          name: 'Maren Varga',
          role: 'Supporting',
          description:
            'Keeper of Skerry Light, 63. Ines’s mother, lost in the flood by every account but her own.',
        },
        {
          name: 'The Harbour Warden',
          role: 'Antagonist',
          description:
            'Never seen closer than a lamp across the water. Believes the city needs its dead to stay dead.',
        },
      ],
      promptPackages: [
        {
          name: 'Calder exteriors',
          prompt:
            'Flooded modernist city, still brackish water to the third floor, tower blocks of stained concrete, no visible ground. Anamorphic 40mm, horizon low, one human mark against large geometry. Low sun or practical windows only, fine grain, 2.39:1. No boats with engines, no gulls in frame, no text.',
        },
        {
          name: 'Ines, continuity',
          prompt:
            'Woman of 34, peaked navy postal cap, long black oilskin coat to the shin, canvas satchel on the left hip with a worn brass buckle. Face turned from camera or in rim-lit profile. Never smiling, never looking into the lens.',
        },
      ],
      scenes: [
        {
          sceneId: '001',
          act: 1,
          macroScene: 'The drowned city',
          storyBeat:
            'Dawn in Calder, nineteen years after the sea came in. Ines rows the last postal round between the tower blocks, one letter at a time.',
          shots: [
            {
              shotCode: '001-A',
              description: 'Establishing. The lagoon between the towers, sun on the water, one rowing boat.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '001-B',
              description: 'Ines in profile at the oars, sun behind her. First time we see the cap.',
              sortOrder: 2,
              required: true,
            },
            {
              shotCode: '001-C',
              description: 'Fog closes the avenue behind her. The boat becomes a mark on the water.',
              sortOrder: 3,
              required: false,
            },
          ],
        },
        {
          sceneId: '002',
          act: 1,
          macroScene: 'The sorting office',
          storyBeat:
            'Tobiah hands her a letter for Skerry Light, dark since the flood. The handwriting is her mother’s, the postmark last week’s.',
          shots: [
            {
              shotCode: '002-A',
              description: 'Wide. Noon through the tall window, walls of pigeonholes, Ines waiting.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '002-B',
              description: 'Close on Ines as she knows the hand. We never see the letter’s face.',
              sortOrder: 2,
              required: true,
            },
            {
              shotCode: '002-C',
              description: 'Off screen: Tobiah reads the address aloud.',
              sortOrder: 3,
              required: true,
            },
          ],
        },
        {
          sceneId: '007',
          act: 1,
          macroScene: 'The terraces',
          storyBeat:
            'On the last dry hills Wren trades a sea chart for a place in the boat. Neither says what the other is running from.',
          shots: [
            {
              shotCode: '007-A',
              description: 'Ines and Wren on the ridge at sundown, the drowned valley behind them.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '007-B',
              description: 'They carry the boat down to the water. Boards only so far.',
              sortOrder: 2,
              required: false,
            },
          ],
        },
        {
          sceneId: '012A',
          act: 2,
          macroScene: 'The boulevard',
          storyBeat:
            'By night through the lit quarter, oars wrapped in sacking. In some window the Warden is looking for the same letter.',
          shots: [
            {
              shotCode: '012A-A',
              description: 'One-point perspective down the flooded boulevard, every window a witness.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '012A-B',
              description: 'Ines holds still under a bridge, rain, windows out of focus.',
              sortOrder: 2,
              required: true,
            },
          ],
        },
        {
          sceneId: '019',
          act: 2,
          macroScene: 'The crossing',
          storyBeat:
            'Open water. The storm takes an oar, then the chart. Wren counts between lightning and thunder, and the numbers get smaller.',
          shots: [
            {
              shotCode: '019-A',
              description: 'The boat climbs a swell that fills the frame.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '019-B',
              description: 'Ines against the weather. She decides not to turn back.',
              sortOrder: 2,
              required: true,
            },
            {
              shotCode: '019-C',
              description: 'Skerry Light, which has been dark for nineteen years. It is lit.',
              sortOrder: 3,
              required: true,
            },
          ],
        },
        {
          sceneId: '024',
          act: 3,
          macroScene: 'Skerry Light',
          storyBeat:
            'Maren has kept the lamp alone, and posted one letter every winter to learn whether the world still delivers. It does.',
          shots: [
            {
              shotCode: '024-A',
              description: 'The lantern room. A figure beside the great lens, her back to us.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '024-B',
              description: 'The light from the sea, calm after the storm, stars.',
              sortOrder: 2,
              required: true,
            },
            {
              shotCode: '024-C',
              description: 'Last image. Dawn, the beam fading into daylight, nobody in frame.',
              sortOrder: 3,
              required: true,
            },
          ],
        },
      ],
    },
    {
      name: NINE_WINTERS,
      status: 'DEVELOPMENT',
      genre: 'Mystery',
      characters: [
        {
          name: 'Halvard Sten',
          role: 'Lead',
          description:
            'Snow surveyor, 50. Sent each winter to measure a valley that measures differently each winter.',
        },
      ],
      promptPackages: [],
      scenes: [
        {
          sceneId: '001',
          act: 1,
          macroScene: 'The valley',
          storyBeat:
            'The surveyor comes over the pass at nightfall and counts the lights below. There is one too many.',
          shots: [
            {
              shotCode: '001-A',
              description: 'A man, a valley, a moon. Snow falling straight down.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '001-B',
              description: 'The same place by daylight, no tracks.',
              sortOrder: 2,
              required: false,
            },
          ],
        },
        {
          sceneId: '002',
          act: 1,
          macroScene: 'The station',
          storyBeat: 'In the weather station the log is written up to tomorrow.',
          shots: [
            {
              shotCode: '002-A',
              description: 'One lamp, a wall of logbooks, the blue window.',
              sortOrder: 1,
              required: true,
            },
            {
              shotCode: '002-B',
              description: 'He reads the entry for tomorrow.',
              sortOrder: 2,
              required: true,
            },
          ],
        },
      ],
    },
  ],
}

// What the captures of a platform have in common.
const PLATFORMS = {
  midjourney: {
    assetType: 'IMAGE',
    modelName: 'Midjourney v7',
    pageTitle: 'Create | Midjourney',
    costEstimateUsd: 0.06,
    metadata: { aspectRatio: '239:100', width: 2176, height: 912 },
  },
  flux: {
    assetType: 'IMAGE',
    modelName: 'FLUX1.1 [pro] Ultra',
    pageTitle: 'Playground | Black Forest Labs',
    costEstimateUsd: 0.06,
    metadata: { aspectRatio: '21:9', width: 3136, height: 1344, raw: true },
  },
  comfyui: {
    assetType: 'IMAGE',
    modelName: 'SDXL 1.0 + depth ControlNet',
    pageTitle: 'salt-round-stills.json | ComfyUI',
    costEstimateUsd: 0,
    metadata: {
      aspectRatio: '2.39:1',
      width: 1536,
      height: 640,
      steps: 32,
      cfg: 5.5,
      sampler: 'dpmpp_2m',
      scheduler: 'karras',
    },
  },
  'storyboarder-ai': {
    assetType: 'STORYBOARD',
    modelName: 'Sketch',
    pageTitle: 'The Salt Round | Storyboarder.ai',
    costEstimateUsd: 0.04,
    metadata: { aspectRatio: '2.39:1' },
  },
  runway: {
    assetType: 'VIDEO',
    modelName: 'Gen-4',
    pageTitle: 'Generate Video | Runway',
    costEstimateUsd: 1.2,
    metadata: { aspectRatio: '21:9', durationSeconds: 10, fps: 24, resolution: '1584x672' },
  },
  kling: {
    assetType: 'VIDEO',
    modelName: 'Kling 2.1 Master',
    pageTitle: 'Image to Video | Kling AI',
    costEstimateUsd: 1.4,
    metadata: { aspectRatio: '16:9', durationSeconds: 5, fps: 24, resolution: '1920x1080', cfg: 0.5 },
  },
  luma: {
    assetType: 'VIDEO',
    modelName: 'Ray2',
    pageTitle: 'Boards | Dream Machine',
    costEstimateUsd: 0.9,
    metadata: { aspectRatio: '21:9', durationSeconds: 5, fps: 24, resolution: '1680x720', loop: false },
  },
  veo: {
    assetType: 'VIDEO',
    modelName: 'Veo 3',
    pageTitle: 'Veo | Google AI Studio',
    costEstimateUsd: 3.2,
    metadata: { aspectRatio: '16:9', durationSeconds: 8, fps: 24, resolution: '1920x1080', audio: true },
  },
  hailuo: {
    assetType: 'VIDEO',
    modelName: 'Hailuo 02',
    pageTitle: 'Create Video | Hailuo AI',
    costEstimateUsd: 0.5,
    metadata: { aspectRatio: '16:9', durationSeconds: 6, fps: 24, resolution: '1920x1080' },
  },
  topaz: {
    assetType: 'VIDEO',
    modelName: 'Proteus',
    pageTitle: 'Topaz Video',
    costEstimateUsd: 0.8,
    metadata: { aspectRatio: '2.39:1', durationSeconds: 10, fps: 24, resolution: '3840x1608', scale: 2.4 },
  },
  elevenlabs: {
    assetType: 'VOICE',
    modelName: 'Eleven v3',
    pageTitle: 'Text to Speech | ElevenLabs',
    costEstimateUsd: 0.03,
    metadata: { durationSeconds: 6.4, voice: 'Tobiah, 71', stability: 0.45, similarityBoost: 0.8 },
  },
  suno: {
    assetType: 'MUSIC',
    modelName: 'Suno v4.5',
    pageTitle: 'Create | Suno',
    costEstimateUsd: 0.05,
    metadata: { durationSeconds: 148, key: 'D minor', instrumental: true },
  },
} as const

const STILL_NEGATIVE =
  'motorboats, gulls, text, signage, watermark, extra limbs, oversaturated, HDR look, lens dirt'
const MOTION_NEGATIVE =
  'morphing faces, warping architecture, flicker, sudden cuts, handheld shake, text, watermark'

/** Competing takes of both films, spread over platforms; the winner of each shot is `selected`. */
export const takes: Take[] = [
  take('001-A', 'midjourney', {
    title: 'Lagoon at first light, boat centre left',
    prompt:
      'A single rowing boat crosses a flooded city at sunrise, concrete tower blocks standing in mirror-flat water, sun a hand above the horizon, its path laid on the lagoon, the rower a small dark upright mark, peach and slate sky, anamorphic 40mm, low horizon, quiet, monumental, fine 35mm grain --ar 239:100 --style raw --s 220',
    negativePrompt: STILL_NEGATIVE,
    tags: ['establishing', 'dawn', 'calder'],
    seed: 40217,
    took: [38, 4],
    compareGroup: '001-A openers',
    winner: true,
    picture: { place: 'city', mood: 'dawn', subject: 'boat' },
  }),
  take('001-A', 'midjourney', {
    title: 'Lagoon, wider, towers closer in',
    prompt:
      'Rowing boat far below stained concrete towers, sunrise between the blocks, flooded avenue like a held breath, long reflections broken by one line of wake, warm horizon against cold walls, anamorphic 40mm, deep focus, 35mm grain --ar 239:100 --style raw --s 220',
    negativePrompt: STILL_NEGATIVE,
    tags: ['establishing', 'dawn', 'calder', 'alt'],
    seed: 40218,
    took: [41, 6],
    compareGroup: '001-A openers',
    picture: { place: 'city', mood: 'dawn', subject: 'boat' },
  }),
  take('001-A', 'flux', {
    title: 'Lagoon, natural light test',
    prompt:
      'Wide cinematic photograph of a drowned modernist city at dawn. A woman in a peaked cap rows a wooden boat from right to left across still water. Tower blocks rise straight from the water, a few windows lit. The sun sits just above the horizon and everything is backlit. Shot on anamorphic 40mm, natural film grain, muted palette of apricot, slate and black.',
    tags: ['establishing', 'dawn', 'natural light'],
    seed: 733104,
    took: [11, 1],
    compareGroup: '001-A openers',
    notes: 'Holds the horizon better than the Midjourney takes, but the sky is too clean.',
    picture: { place: 'city', mood: 'dawn', subject: 'boat' },
  }),
  take('001-A', 'runway', {
    title: 'Opening move, slow lateral',
    prompt:
      'The camera tracks slowly left at water height, parallel to the boat. The rower completes two full strokes; each stroke sends one ring across the reflection of the sun. Towers drift by at different speeds. No other movement. Dawn, backlit, calm, continuous shot.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['establishing', 'motion', 'tracking'],
    seed: 1190436,
    took: [96, 22],
    winner: true,
    notes: 'Image to video from the selected still. Strokes land on the cut points.',
    picture: { place: 'city', mood: 'dawn', subject: 'boat' },
  }),
  take('001-A', 'veo', {
    title: 'Opening move, crane down',
    prompt:
      'Slow crane down from sky to water: tower tops first, then the sun, then a lone rowing boat already in frame. Eight seconds, one shot, no cut. Sunrise over a flooded city, glassy water. Audio: oars knocking in their locks, water off the blades, a building settling far away. No music, no voices.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['establishing', 'motion', 'crane', 'sound'],
    seed: 88213,
    took: [142, 35],
    picture: { place: 'city', mood: 'dawn', subject: 'boat' },
  }),
  take('001-B', 'midjourney', {
    title: 'Ines, profile against the sun',
    prompt:
      'Profile silhouette of a woman courier in a peaked postal cap and high oilskin collar, rim light along brow, nose and shoulder, the rising sun a soft disc far behind her over open water, background fully out of focus, 75mm anamorphic at T2, apricot and violet, restrained, still --ar 239:100 --style raw --s 150 --ow 120',
    negativePrompt: 'smile, eye contact, jewellery, text, watermark',
    tags: ['ines', 'portrait', 'dawn'],
    seed: 51902,
    took: [36, 3],
    winner: true,
    picture: { place: 'sea', mood: 'dawn', subject: 'portrait' },
  }),
  take('001-B', 'kling', {
    title: 'Ines, breath and one blink',
    prompt:
      'Close profile of a courier in a peaked cap, backlit at sunrise. She breathes out once, the breath shows in the cold air, her shoulders rise with the oars. Camera locked off. Focus stays on the near cheek; the sun behind slides slowly out of frame right.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['ines', 'portrait', 'motion'],
    seed: 660218,
    took: [188, 74],
    picture: { place: 'sea', mood: 'dawn', subject: 'portrait' },
  }),
  take('001-C', 'comfyui', {
    title: 'Fog on the avenue, depth pass',
    prompt:
      'flooded avenue, one-point perspective, concrete towers dissolving into (dense sunrise fog:1.3), tiny rowing boat mid-frame, (volumetric light:1.15), warm haze, anamorphic, film grain, muted, photographic',
    negativePrompt: 'text, logo, people on roofs, (blue sky:1.2), saturated, cartoon, lowres',
    tags: ['fog', 'dawn', 'local render'],
    seed: 918273645,
    took: [64, 0],
    status: 'DRAFT',
    notes: 'Depth map from the lagoon still, strength 0.6.',
    picture: { place: 'boulevard', mood: 'dawn', subject: 'boat', weather: 'fog' },
  }),
  take('001-C', 'luma', {
    title: 'Fog closes in, locked off',
    prompt:
      'Static wide shot down a flooded avenue. Fog rolls toward the camera along the water and swallows the towers one by one, far to near, until only the boat is left as a dark mark. Sun glows through. Slow, inevitable, no camera movement.',
    tags: ['fog', 'motion', 'dawn'],
    seed: 27744,
    took: [58, 12],
    winner: true,
    picture: { place: 'boulevard', mood: 'dawn', subject: 'boat', weather: 'fog' },
  }),
  take('001', 'suno', {
    title: 'Main theme, bowed psaltery and pump organ',
    prompt:
      'Instrumental. Slow waltz for bowed psaltery and wheezing pump organ, 58 bpm, D minor turning to F major only in the last four bars, wooden rowing rhythm under everything, room tone audible, intimate, maritime, unresolved.',
    tags: ['theme', 'score'],
    seed: 31007,
    took: [44, 9],
    winner: true,
    picture: { place: 'waveform', mood: 'dawn' },
  }),
  take('001', 'suno', {
    title: 'Main theme, solo accordion',
    prompt:
      'Instrumental. Lone accordion playing a slow waltz as if remembering it, 54 bpm, D minor, long pauses where the bellows breathe, oar creak as percussion, recorded in a stairwell.',
    tags: ['theme', 'score', 'alt'],
    seed: 31008,
    took: [41, 7],
    picture: { place: 'waveform', mood: 'dusk' },
  }),
  take('002-A', 'midjourney', {
    title: 'Sorting office, noon shaft',
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
    prompt:
      'Close side view of a woman in a postal cap, indoors, window light from the front catching only the edge of her face and collar. Shelves behind her are a soft blur. Cool daylight, one warm lamp far back. Very little happens in her face.',
    tags: ['ines', 'portrait', 'interior'],
    seed: 733207,
    took: [10, 1],
    picture: { place: 'room', mood: 'noon', subject: 'portrait' },
  }),
  take('002-C', 'elevenlabs', {
    title: 'Tobiah reads the address, weary',
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
  take('002-C', 'elevenlabs', {
    title: 'Tobiah reads the address, dry',
    prompt:
      '[matter-of-fact, almost amused] "Skerry Light. By hand of the Calder post." [short breath] Well. They spelled us right.',
    tags: ['tobiah', 'dialogue', 'alt'],
    seed: 1205,
    rightsState: 'RESTRICTED',
    took: [3, 0],
    picture: { place: 'waveform', mood: 'dawn' },
  }),
  take('007-A', 'midjourney', {
    title: 'Ridge at sundown, two caps',
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
    prompt:
      'Pencil storyboard frame. Low angle at water height. The boat slides in from frame left, drowned towers on the horizon. Hold two beats after the ripple reaches camera.',
    tags: ['boards', 'terraces'],
    seed: 3302,
    took: [8, 2],
    status: 'DRAFT',
    picture: { place: 'city', mood: 'noon', subject: 'boat', sketch: true },
  }),
  take('012A-A', 'midjourney', {
    title: 'Boulevard, moon between the blocks',
    prompt:
      'One-point perspective down a flooded boulevard at night, hundreds of small amber windows doubled in black water, full moon over the vanishing point, a covered rowing boat keeping to the shadow side, deep blue night, sodium warmth, anamorphic 35mm, wet air, 35mm grain pushed one stop --ar 239:100 --style raw --s 260',
    negativePrompt: STILL_NEGATIVE,
    tags: ['night', 'boulevard', 'calder'],
    seed: 80414,
    took: [42, 11],
    compareGroup: '012A-A boulevard',
    winner: true,
    picture: { place: 'boulevard', mood: 'night', subject: 'boat' },
  }),
  take('012A-A', 'midjourney', {
    title: 'Boulevard, boat larger in frame',
    prompt:
      'Flooded boulevard at night seen from the water, boat and rower close in the foreground, black against reflected windows, moon low, towers leaning in on both sides like an audience, deep blue and amber, anamorphic 35mm, film grain --ar 239:100 --style raw --s 260',
    negativePrompt: STILL_NEGATIVE,
    tags: ['night', 'boulevard', 'alt'],
    seed: 80415,
    took: [44, 13],
    compareGroup: '012A-A boulevard',
    picture: { place: 'boulevard', mood: 'night', subject: 'boat' },
  }),
  take('012A-A', 'kling', {
    title: 'Boulevard, windows go dark',
    prompt:
      'Night, flooded street in one-point perspective. A rowing boat glides away from camera. As it passes, the lit windows nearest to it switch off in sequence, left bank then right, their reflections vanishing a moment later. Camera drifts forward at half the speed of the boat.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['night', 'boulevard', 'motion'],
    seed: 660301,
    took: [204, 96],
    notes: 'The idea works. Reflections switch off before the windows in the last second.',
    picture: { place: 'boulevard', mood: 'night', subject: 'boat' },
  }),
  take('012A-A', 'runway', {
    title: 'Boulevard, drift forward',
    prompt:
      'Slow forward drift just above black water between lit towers. The boat ahead keeps its distance. Window reflections stretch and re-form in the wake. Moonlight on the far water. One continuous move, dead level horizon.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['night', 'boulevard', 'motion'],
    seed: 1190502,
    took: [101, 27],
    winner: true,
    picture: { place: 'boulevard', mood: 'night', subject: 'boat' },
  }),
  take('012A-B', 'flux', {
    title: 'Under the bridge, rain',
    prompt:
      'Close profile of a woman in a peaked cap at night in heavy rain, lit only by distant windows that are large soft amber discs behind her. Water runs from the peak of the cap. Blue-black shadows, thin cold rim light on her collar. 85mm, wide open.',
    tags: ['ines', 'portrait', 'night', 'rain'],
    seed: 733415,
    took: [11, 2],
    winner: true,
    picture: { place: 'boulevard', mood: 'night', subject: 'portrait', weather: 'rain' },
  }),
  take('012A-B', 'kling', {
    title: 'Under the bridge, she waits',
    prompt:
      'Locked close-up in profile, night rain. She does not move for three seconds while a lamp sweeps across the bokeh behind her from left to right, then she lets out the breath she was holding. Rain stays sharp, background stays soft.',
    negativePrompt: MOTION_NEGATIVE,
    tags: ['ines', 'portrait', 'motion', 'rain'],
    seed: 660333,
    took: [192, 88],
    picture: { place: 'boulevard', mood: 'night', subject: 'portrait', weather: 'rain' },
  }),
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
    title: 'The swell, full climb',
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
    prompt:
      'Storm sea at water height. In darkness, then the beam of a lighthouse comes round and crosses the camera, bleaching the rain for one frame, and we see the tower. It turns away; dark again. Six seconds, the swell never stops.',
    tags: ['lighthouse', 'storm', 'motion', 'reveal'],
    seed: 540071,
    rightsState: 'UNKNOWN',
    took: [133, 48],
    picture: { place: 'sea', mood: 'storm', subject: 'lighthouse', weather: 'rain' },
  }),
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
    prompt:
      'Inside the glass lantern of a lighthouse at dusk. A tall Fresnel lens burns gold in the middle of the room. A woman and a child in long coats stand beside it without touching, seen from behind, edges lit by the lens. Behind the diamond-shaped panes the last red of the day over the sea.',
    tags: ['lantern room', 'dusk', 'finale'],
    seed: 733502,
    took: [12, 1],
    compareGroup: '024-A lens',
    picture: { place: 'lantern', mood: 'dusk', subject: 'pair' },
  }),
  take('024-B', 'runway', {
    title: 'The light from the sea',
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
    prompt:
      'Static wide shot of a lighthouse at dawn. The beam makes one more turn, thinner than before, and the lamp is put out. The sun is already doing its work. Hold four seconds on nothing. Seamless, no cut.',
    tags: ['lighthouse', 'dawn', 'motion', 'finale'],
    seed: 27955,
    took: [63, 15],
    picture: { place: 'sea', mood: 'dawn', subject: 'lighthouse' },
  }),
  take('001-A', 'midjourney', {
    project: NINE_WINTERS,
    title: 'Over the pass, moon left',
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

type Rough = Omit<Take['capture'], 'assetType'> & {
  project?: string
  seed: number
  /** Seconds of generating, and of waiting before it. */
  took: [generationSeconds: number, queueWaitSeconds: number]
  winner?: boolean
  picture: Omit<PictureRecipe, 'seed'>
}

function take(shotCode: string, platformKey: keyof typeof PLATFORMS, rough: Rough): Take {
  const { project = SALT_ROUND, seed, took, winner = false, picture, ...capture } = rough
  const { metadata, pageTitle, ...platform } = PLATFORMS[platformKey]
  const [sceneId = shotCode, letter] = shotCode.split('-')
  const captureId = `demo-${project === SALT_ROUND ? 'salt' : 'orrin'}-${shotCode}-${platformKey}-${seed}`
  return {
    project,
    sceneId,
    shotCode: letter && shotCode,
    capture: {
      platformKey,
      ...platform,
      rightsState: 'COMMERCIAL_ALLOWED',
      status: winner ? 'SELECTED' : 'GENERATED',
      selected: winner,
      generationSeconds: took[0],
      queueWaitSeconds: took[1],
      externalAssetId: `${platformKey}-${seed.toString(36)}`,
      metadata: { seed, ...metadata },
      provenance: { captureId, extensionVersion: '1.0.0', pageTitle },
      ...capture,
    },
    picture: { seed, ...picture },
  }
}
