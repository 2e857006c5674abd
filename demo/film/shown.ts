/** Takes in an order, by their titles: some are no winners any more, some never were. */
export const playlists = [
  {
    name: 'The light, all tries',
    note: null,
    titles: [
      'Skerry Light, lit',
      'Skerry Light, beam comes round',
      'The light from the sea, too busy',
      'The light from the sea',
      'The light from the sea, 4K',
      'Last image, beam into daylight',
      'Last image, lamp goes out',
    ],
  },
  {
    name: 'Monday dailies',
    note: 'With Teo at ten. The boulevard is as it was on Friday, to be seen beside the slower one.',
    titles: [
      'Opening move, slow lateral',
      'Opening move, crane down',
      'Fog closes in, locked off',
      'Boulevard, drift, slower',
      'Boulevard, drift forward',
      'Under the bridge, she waits',
      'The swell, full climb',
      'Ines decides',
      'Skerry Light, beam comes round',
      'The light from the sea, 4K',
    ],
  },
]

/** A session that is over: what was looked at together. */
export const session = {
  name: 'Monday dailies',
  playlist: 'Monday dailies',
  shown: [
    'Boulevard, drift forward',
    'The swell, full climb',
    'Ines decides',
    'Skerry Light, beam comes round',
    'The light from the sea, 4K',
  ],
}

/** A link to the film, and what a guest said who came by it. */
export const link = {
  name: 'Hanna, distribution',
  guest: 'Hanna Lindqvist',
  notes: [
    {
      on: 'Last image, beam into daylight',
      text: 'For the poster we would need the left third empty. Is there a take without the rock?',
      drawn: { from: { x: 0.03, y: 0.16 }, to: { x: 0.36, y: 0.84 } },
    },
  ],
  verdicts: [{ on: 'Opening move, slow lateral', verdict: 'approve', note: '' }],
} as const
