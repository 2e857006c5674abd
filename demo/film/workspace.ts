import type { Workspace } from '@dailies/contract/workspace.ts'

export const SALT_ROUND = 'The Salt Round'
export const NINE_WINTERS = 'Nine Winters at Orrin'

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
      rightsDefaults: [
        { platformKey: 'midjourney', rightsState: 'COMMERCIAL_ALLOWED' },
        { platformKey: 'runway', rightsState: 'COMMERCIAL_ALLOWED' },
        { platformKey: 'storyboarder-ai', rightsState: 'COMMERCIAL_ALLOWED' },
        { platformKey: 'suno', rightsState: 'NON_COMMERCIAL' },
        { platformKey: 'topaz', rightsState: 'COMMERCIAL_ALLOWED' },
        { platformKey: 'veo', rightsState: 'COMMERCIAL_ALLOWED' },
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
      rightsDefaults: [],
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
