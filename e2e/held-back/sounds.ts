import { asBlob, type HeldBackPage, none, promptOf, range, uuid } from './held-back-page.ts'

const sunoClip = (number: number, told: object) => ({
  id: uuid(number),
  status: 'complete',
  title: `Song ${number}`,
  audio_url: `https://cdn1.suno.ai/${uuid(number)}.mp3`,
  video_url: '',
  image_url: `https://cdn2.suno.ai/image_${uuid(number)}.jpeg`,
  image_large_url: `https://cdn2.suno.ai/image_large_${uuid(number)}.jpeg`,
  major_model_version: 'v4.5',
  model_name: 'chirp-auk',
  display_name: 'studio',
  avatar_image_url: 'https://cdn1.suno.ai/avatar_studio.webp',
  metadata: { type: 'gen', tags: 'slow folk', ...told },
})
/** Two clips of each thing asked, as Suno makes. */
const described = (number: number) => `a song about ${promptOf(number - (number % 2))}`

const udioSong = (number: number, prompt: string | null) => ({
  id: uuid(number),
  title: `Song ${number}`,
  prompt,
  finished: true,
  song_path: `https://storage.googleapis.com/udio-artifacts/samples/${uuid(number + 40).replaceAll('-', '')}/2/the_untitled.mp3`,
  image_path: `https://imagedelivery.net/C9yUr1FL21Q6JbfYYh2KGQ/${uuid(number + 80)}/public`,
  tags: ['folk'],
  generation_id: uuid(number + 500),
})
const udio = (number: number) => udioSong(number, null)

const eleven = 'https://api.us.elevenlabs.io/v1'

export const sounds: HeldBackPage[] = [
  {
    name: 'Suno: songs by description and by lyrics, two of each, covers and a face',
    address: 'https://suno.com/me',
    told: [
      {
        url: 'https://studio-api.prod.suno.com/api/feed/v2?page=0',
        answer: {
          clips: [
            ...range(2, 21).map((number) =>
              sunoClip(number, {
                prompt: '[Verse]\nsome words of a song',
                gpt_description_prompt: described(number),
              }),
            ),
            sunoClip(30, { prompt: '[Verse]\nThe lamp goes round', gpt_description_prompt: null }),
          ],
          num_total_results: 21,
        },
      },
    ],
    shown: [
      [`https://cdn1.suno.ai/${uuid(7)}.mp3`, described(7), /chirp-auk|v4\.5/],
      [`https://cdn1.suno.ai/${uuid(12)}.mp3?t=9`, described(12), /chirp-auk|v4\.5/],
      [`https://cdn2.suno.ai/image_large_${uuid(15)}.jpeg?width=360`, described(15), /chirp-auk|v4\.5/],
      [`https://cdn1.suno.ai/${uuid(30)}.mp3`, /The lamp goes round|slow folk/, /chirp-auk|v4\.5/],
      ['https://cdn1.suno.ai/avatar_studio.webp', none],
    ],
  },
  {
    name: 'Suno: songs still being made, whose addresses differ in the query alone',
    address: 'https://suno.com/create',
    told: range(41, 42).flatMap((number) => [
      {
        url: `https://studio-api.prod.suno.com/api/generate/v2-web/?n=${number}`,
        sent: { gpt_description_prompt: promptOf(number), mv: 'chirp-auk', prompt: '' },
        answer: {
          id: uuid(number + 300),
          status: 'running',
          clips: [
            {
              ...sunoClip(number, { prompt: '' }),
              audio_url: '',
              image_url: '',
              status: 'submitted',
              metadata: { gpt_description_prompt: promptOf(number), prompt: '' },
            },
          ],
        },
      },
      {
        url: `https://studio-api.prod.suno.com/api/feed/v2?ids=${uuid(number)}`,
        answer: {
          clips: [
            {
              ...sunoClip(number, { gpt_description_prompt: promptOf(number), prompt: '' }),
              audio_url: `https://audiopipe.suno.ai/?item_id=${uuid(number)}`,
              status: 'streaming',
            },
          ],
        },
      },
    ]),
    shown: [
      [`https://audiopipe.suno.ai/?item_id=${uuid(41)}`, promptOf(41), /chirp-auk|v4\.5/],
      [`https://audiopipe.suno.ai/?item_id=${uuid(42)}`, promptOf(42), /chirp-auk|v4\.5/],
      [`https://audiopipe.suno.ai/?item_id=${uuid(43)}`, none],
    ],
  },
  {
    name: 'Udio: songs asked for by the ids that were answered; covers of one account',
    address: 'https://www.udio.com/my-creations',
    told: [
      {
        url: 'https://www.udio.com/api/generate-proxy',
        sent: { prompt: promptOf(3), samplerOptions: { seed: 4 } },
        answer: { message: 'ok', generation_id: uuid(503), track_ids: [uuid(3)] },
      },
      { url: `https://www.udio.com/api/songs?songIds=${uuid(3)}`, answer: { songs: [udioSong(3, null)] } },
      {
        url: 'https://www.udio.com/api/songs/me?page=0',
        answer: { data: range(4, 24).map((number) => udioSong(number, promptOf(number))) },
      },
    ],
    shown: [
      [udio(3).song_path, promptOf(3)],
      [`${udio(11).song_path}?X-Goog-Signature=1`, promptOf(11)],
      [`https://imagedelivery.net/C9yUr1FL21Q6JbfYYh2KGQ/${uuid(93)}/public`, promptOf(13)],
      [`https://imagedelivery.net/C9yUr1FL21Q6JbfYYh2KGQ/${uuid(999)}/public`, none],
    ],
  },
  {
    name: 'ElevenLabs: a history, heard as blobs; and speech that is the answer itself',
    address: 'https://elevenlabs.io/app/speech-synthesis/history',
    told: [
      {
        url: `${eleven}/voices`,
        answer: {
          voices: [
            {
              voice_id: 'v1',
              name: 'Rachel',
              description: 'a warm voice',
              preview_url: 'https://storage.googleapis.com/eleven-public-prod/v1/preview.mp3',
            },
          ],
        },
      },
      {
        url: `${eleven}/history?page_size=20`,
        answer: {
          history: range(1, 20).map((number) => ({
            history_item_id: `hist${number}AbcDef${uuid(number).slice(0, 8)}`,
            request_id: uuid(number),
            voice_id: 'v1',
            voice_name: 'Rachel',
            model_id: 'eleven_multilingual_v2',
            text: `Line ${number}. The light goes round and round.`,
            state: 'created',
          })),
          has_more: true,
        },
      },
    ],
    shown: [
      [
        `${asBlob}${eleven}/history/hist6AbcDef${uuid(6).slice(0, 8)}/audio`,
        'Line 6. The light goes round and round.',
        'eleven_multilingual_v2',
      ],
      [
        `${asBlob}${eleven}/text-to-speech/v1/stream ${JSON.stringify({ text: 'Who keeps the lamp tonight?', model_id: 'eleven_v3' })}`,
        'Who keeps the lamp tonight?',
        'eleven_v3',
      ],
      ['https://storage.googleapis.com/eleven-public-prod/v1/preview.mp3', none],
    ],
  },
]
