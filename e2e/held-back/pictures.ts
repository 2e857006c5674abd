import { type HeldBackPage, none, promptOf, range, uuid } from './held-back-page.ts'

/** With the parameters that Midjourney writes behind a prompt, or without. */
const commandOf = (prompt: string) => new RegExp(`^${prompt.replaceAll('.', '\\.')}( --.*)?$`)

const midjourney = (number: number, file: string) => `https://cdn.midjourney.com/${uuid(number)}/${file}`
const midjourneyJob = (number: number, prompt = promptOf(number), changed: object = {}) => ({
  id: uuid(number),
  full_command: `${prompt} --ar 16:9 --v 7.0`,
  enqueue_time: '2026-05-01 10:00:00',
  job_type: 'v7_diffusion',
  event_type: 'diffusion',
  batch_size: 4,
  width: 1456,
  height: 816,
  parent_grid: null,
  parent_id: null,
  published: true,
  user_id: uuid(1),
  ...changed,
})

const leonardo = 'https://cdn.leonardo.ai/users'
const leonardoGeneration = (number: number) => ({
  id: uuid(number),
  prompt: promptOf(number),
  negativePrompt: 'blurry',
  modelId: uuid(8000),
  sdVersion: 'PHOENIX',
  seed: number,
  custom_model: { id: uuid(8000), name: 'Leonardo Phoenix 1.0', userId: uuid(8001) },
  init_image: {
    id: uuid(number + 700),
    url: `${leonardo}/${uuid(9001)}/initImages/${uuid(number + 700)}.jpg`,
  },
  user: { id: uuid(9001), username: 'studio', avatar: `${leonardo}/${uuid(9001)}/profile.png` },
  generated_images: range(0, 3).map((at) => ({
    id: uuid(number * 4 + at + 2000),
    url: `${leonardo}/${uuid(9001)}/generations/${uuid(number)}/Leonardo_Phoenix_wide_shot_${at}.jpg`,
    generated_image_variation_generics: [
      {
        id: uuid(number * 4 + at + 4000),
        transformType: 'UPSCALE',
        status: 'COMPLETE',
        url: `${leonardo}/${uuid(9001)}/variations/${uuid(number * 4 + at + 4000)}.jpg`,
      },
    ],
  })),
})

const responseId = (number: number, at: number) =>
  Buffer.from(`resp-${number}-${at}-ideog`).toString('base64url')
const ideogram = (number: number, at: number, quality = 'lossless') =>
  `https://ideogram.ai/assets/image/${quality}/response/${responseId(number, at)}`
const ideogramRequest = (number: number, prompt = promptOf(number), changed: object = {}) => ({
  request_id: Buffer.from(`requ-${number}-ideogr`).toString('base64url'),
  user_prompt: prompt,
  model_version: 'V_3_0',
  seed: number,
  cover_response_id: responseId(number, 0),
  user: { user_id: 'u1', display_handle: 'studio', photo_url: 'https://ideogram.ai/assets/avatars/u1.png' },
  responses: range(0, 3).map((at) => ({
    response_id: responseId(number, at),
    prompt: `A magical rendering of ${prompt} with ${at + 2} birds`,
    is_autoprompt: at > 0,
    descriptions: ['a photograph of something'],
  })),
  ...changed,
})

const higgsfield = (number: number, ending = '.png') =>
  `https://d8j0ntlcm91z4.cloudfront.net/user_2abcDEF/hf_20260501_${uuid(number)}${ending}`
const higgsfieldJob = (number: number) => ({
  id: uuid(number),
  status: 'completed',
  results: {
    raw: { type: 'image', url: higgsfield(number + 900) },
    min: { type: 'image', url: higgsfield(number + 900, '_min.webp') },
  },
})
const higgsfieldSet = (number: number, inputs: object = {}) => ({
  id: uuid(number + 100),
  type: 'text2image_soul',
  params: { prompt: promptOf(number), seed: number, width: 2048, ...inputs },
  jobs: [higgsfieldJob(number * 2), higgsfieldJob(number * 2 + 1)],
})

const freepik = (number: number, file: string) =>
  `https://pikaso.cdnpk.net/private/production/${3000000 + number}/${file}`
const openai = (file: string, signature: string) =>
  `https://chatgpt.com/backend-api/estuary/content?id=${file}&ts=48&p=fs&sig=${signature}`
const pictureOf = (file: string, dalle: object | null) => ({
  content_type: 'image_asset_pointer',
  asset_pointer: `sediment://${file}`,
  width: 1536,
  height: 1024,
  metadata: { dalle },
})

export const pictures: HeldBackPage[] = [
  {
    name: 'Midjourney: 40 jobs, a variation by a changed prompt, another size of each',
    address: 'https://www.midjourney.com/imagine',
    told: [
      {
        url: 'https://www.midjourney.com/api/imagine?user_id=1&page_size=1000',
        answer: {
          data: [
            ...range(1, 40).map((number) => midjourneyJob(number)),
            midjourneyJob(41, 'the same lighthouse, now in ruins', {
              event_type: 'variation',
              parent_id: uuid(3),
              parent_grid: 2,
            }),
            midjourneyJob(42, 'waves break over the rocks', {
              event_type: 'video_diffusion',
              parent_id: uuid(5),
              parent_grid: 0,
            }),
          ],
          cursor: 'c1',
        },
      },
    ],
    shown: [
      [midjourney(3, '0_2_640_N.webp?method=shortest'), commandOf(promptOf(3)), /7/],
      [midjourney(28, '0_0.png'), commandOf(promptOf(28)), /7/],
      [
        midjourney(41, '0_1_384_N.webp?method=shortest&qst=6'),
        commandOf('the same lighthouse, now in ruins'),
        /7/,
      ],
      [`https://cdn.midjourney.com/video/${uuid(42)}/0_640_N.webp`, commandOf('waves break over the rocks')],
      [`https://cdn.midjourney.com/u/${uuid(77)}/reference.png`, none],
    ],
  },
  {
    name: 'Leonardo: generations of GraphQL, upscales, the pictures they began with, one user in all addresses',
    address: 'https://app.leonardo.ai/image-generation',
    told: [
      {
        url: 'https://api.leonardo.ai/v1/graphql',
        sent: { operationName: 'GetAIGenerationFeed', variables: {}, query: 'query { generations }' },
        answer: { data: { generations: range(1, 12).map(leonardoGeneration) } },
      },
      {
        url: 'https://api.leonardo.ai/v1/graphql?n=2',
        sent: { operationName: 'GetPromptIdeas' },
        answer: { data: { promptIdeas: [{ prompt: 'an astronaut on a horse' }] } },
      },
    ],
    shown: [
      [
        `${leonardo}/${uuid(9001)}/generations/${uuid(4)}/Leonardo_Phoenix_wide_shot_2.jpg?w=512`,
        promptOf(4),
        /phoenix/i,
      ],
      [`${leonardo}/${uuid(9001)}/variations/${uuid(9 * 4 + 4001)}.jpg?w=512`, promptOf(9), /phoenix/i],
      [`${leonardo}/${uuid(9001)}/initImages/${uuid(705)}.jpg`, none],
      [`${leonardo}/${uuid(9001)}/profile.png`, none],
    ],
  },
  {
    name: 'Ideogram: requests with prompts that the service wrote itself; a remix by another prompt',
    address: 'https://ideogram.ai/t/my-images',
    told: [
      {
        url: 'https://ideogram.ai/api/images/retrieve_metadata',
        answer: {
          sampling_requests: [
            ...range(1, 20).map((number) => ideogramRequest(number)),
            ideogramRequest(21, 'a poster that says STORM', {
              parent: {
                request_id: ideogramRequest(2).request_id,
                response_id: responseId(2, 1),
                user_prompt: promptOf(2),
              },
            }),
          ],
        },
      },
    ],
    shown: [
      [ideogram(2, 1, 'balanced'), promptOf(2), 'V_3_0'],
      [ideogram(14, 0), promptOf(14), 'V_3_0'],
      [ideogram(21, 3, 'balanced'), 'a poster that says STORM', 'V_3_0'],
      ['https://ideogram.ai/assets/avatars/u1.png', none],
    ],
  },
  {
    name: 'Ideogram: only what was sent has the prompt, and the answer the ids of its pictures',
    address: 'https://ideogram.ai/t/explore',
    told: range(31, 32).map((number) => ({
      url: `https://ideogram.ai/api/images/sample?n=${number}`,
      sent: { prompt: promptOf(number), model_version: 'V_3_0', use_autoprompt_option: 'OFF' },
      answer: {
        user_id: 'u1',
        request_id: ideogramRequest(number).request_id,
        response_ids: range(0, 3).map((at) => responseId(number, at)),
        seed: 4,
      },
    })),
    shown: [
      [ideogram(31, 2, 'balanced'), promptOf(31), 'V_3_0'],
      [ideogram(32, 0, 'balanced'), promptOf(32), 'V_3_0'],
    ],
  },
  {
    name: 'Krea: a job sent, asked for until it is done',
    address: 'https://www.krea.ai/image',
    told: [
      {
        url: 'https://api.krea.ai/generate/image/bfl/flux-1-dev',
        sent: { prompt: promptOf(51), width: 1024 },
        answer: { job_id: uuid(51), status: 'queued', created_at: '2026-05-01' },
      },
      {
        url: 'https://api.krea.ai/generate/image/google/imagen-4',
        sent: { prompt: promptOf(52), width: 1024 },
        answer: { job_id: uuid(52), status: 'queued' },
      },
      {
        url: `https://api.krea.ai/jobs/${uuid(51)}`,
        answer: {
          job_id: uuid(51),
          status: 'completed',
          result: { urls: [`https://gen.krea.ai/images/${uuid(61)}.png`] },
        },
      },
      {
        url: `https://api.krea.ai/jobs/${uuid(52)}`,
        answer: {
          job_id: uuid(52),
          status: 'completed',
          result: { urls: [`https://gen.krea.ai/images/${uuid(62)}.png`] },
        },
      },
    ],
    shown: [
      [`https://gen.krea.ai/images/${uuid(61)}.png`, promptOf(51), /flux/],
      [
        `https://www.krea.ai/cdn-cgi/image/width=512,quality=80/https://gen.krea.ai/images/${uuid(62)}.png`,
        promptOf(52),
        /imagen/,
      ],
    ],
  },
  {
    name: 'Krea: a list of assets of several models, with the edit of one',
    address: 'https://www.krea.ai/assets',
    told: [
      {
        url: 'https://www.krea.ai/api/assets?cursor=',
        answer: {
          items: [
            ...range(1, 20).map((number) => ({
              id: uuid(number),
              type: 'image',
              prompt: promptOf(number),
              model: number % 2 ? 'flux-1-dev' : 'krea-1',
              image_url: `https://gen.krea.ai/images/${uuid(number + 60)}.png`,
            })),
            {
              id: uuid(21),
              type: 'image',
              prompt: 'make it night',
              model: 'nano-banana',
              source: {
                id: uuid(3),
                prompt: promptOf(3),
                model: 'flux-1-dev',
                image_url: `https://gen.krea.ai/images/${uuid(63)}.png`,
              },
              image_url: `https://gen.krea.ai/images/${uuid(81)}.png`,
            },
          ],
        },
      },
      {
        url: 'https://www.krea.ai/api/prompts/suggestions',
        answer: {
          prompts: ['a cat in space', 'a castle'],
          covers: [`https://gen.krea.ai/covers/${uuid(99)}.webp`],
        },
      },
    ],
    shown: [
      [`https://gen.krea.ai/images/${uuid(63)}.png`, promptOf(3), 'flux-1-dev'],
      [`https://gen.krea.ai/images/${uuid(78)}.png`, promptOf(18), 'krea-1'],
      [`https://gen.krea.ai/images/${uuid(81)}.png`, 'make it night', 'nano-banana'],
      [`https://gen.krea.ai/covers/${uuid(99)}.webp`, none],
    ],
  },
  {
    name: 'Higgsfield: sets of jobs, one made from the picture of another',
    address: 'https://higgsfield.ai/image/soul',
    told: [
      {
        url: 'https://fnf.higgsfield.ai/project?size=20',
        answer: {
          items: [
            ...range(1, 20).map((number) => higgsfieldSet(number)),
            higgsfieldSet(21, { input_images: [{ id: uuid(6), type: 'image_job', url: higgsfield(906) }] }),
          ],
          total: 21,
        },
      },
    ],
    shown: [
      [higgsfield(906), promptOf(3), /soul/],
      [higgsfield(943, '_min.webp'), promptOf(21), /soul/],
      [higgsfield(931), promptOf(15), /soul/],
    ],
  },
  {
    name: 'Higgsfield: a job sent, its state by id, its film at an address of its own',
    address: 'https://higgsfield.ai/video',
    told: [
      {
        url: 'https://fnf.higgsfield.ai/jobs/v2/seedance_2_0',
        sent: {
          params: {
            prompt: promptOf(71),
            seed: 9,
            model: 'seedance_2_0',
            input_image: { url: higgsfield(970) },
          },
        },
        answer: {
          id: uuid(1071),
          job_sets: [{ id: uuid(1072), type: 'seedance_2_0', jobs: [{ id: uuid(71), status: 'queued' }] }],
        },
      },
      {
        url: `https://fnf.higgsfield.ai/jobs/${uuid(71)}`,
        answer: {
          id: uuid(71),
          status: 'completed',
          job_set_type: 'seedance_2_0',
          result_url: higgsfield(971, '.mp4'),
        },
      },
    ],
    shown: [
      [higgsfield(971, '.mp4'), promptOf(71), /seedance/],
      [higgsfield(970), none],
    ],
  },
  {
    name: 'Freepik: creations and their renders, signed again',
    address: 'https://www.freepik.com/pikaso/history',
    told: [
      {
        url: 'https://www.freepik.com/pikaso/api/creations?page=1',
        answer: {
          data: {
            creations: range(1, 24).map((number) => ({
              id: 3000000 + number,
              identifier: `cr${uuid(number).slice(0, 8)}`,
              tool: 'text-to-image',
              metadata: {
                prompt: promptOf(number),
                inputPrompt: promptOf(number),
                seed: number,
                mode: 'flux',
              },
              url: freepik(number, 'render.jpg?token=exp=1~hmac=a'),
            })),
          },
        },
      },
      {
        url: 'https://www.freepik.com/pikaso/api/inspiration',
        answer: { data: [{ prompt: 'a frog in a suit', image: 'https://cdn-front.freepik.com/frog.webp' }] },
      },
    ],
    shown: [
      [freepik(8, 'render.jpg?token=exp=2~hmac=b'), promptOf(8)],
      [freepik(19, 'conversions/render-small.jpg?token=exp=2~hmac=b'), promptOf(19)],
      ['https://www.freepik.com/avatar/1.jpg', none],
    ],
  },
  {
    name: 'ChatGPT: pictures of a conversation, and one that the user gave',
    address: 'https://chatgpt.com/c/1',
    told: [
      {
        url: 'https://chatgpt.com/backend-api/conversation/1',
        answer: {
          title: 'Lighthouse',
          mapping: {
            a: {
              id: 'a',
              message: {
                author: { role: 'user' },
                content: {
                  content_type: 'multimodal_text',
                  parts: [pictureOf('file_00000000aaaa', null), 'Draw me a lighthouse like this'],
                },
              },
            },
            b: {
              id: 'b',
              message: {
                author: { role: 'tool', name: 't2uay3k' },
                content: {
                  content_type: 'multimodal_text',
                  parts: [pictureOf('file_00000000bbbb', { gen_id: 'g1', prompt: promptOf(1), seed: 7 })],
                },
              },
            },
            c: {
              id: 'c',
              message: {
                author: { role: 'tool', name: 't2uay3k' },
                content: {
                  content_type: 'multimodal_text',
                  parts: [pictureOf('file_00000000cccc', { gen_id: 'g2', prompt: promptOf(2), seed: 8 })],
                },
              },
            },
          },
        },
      },
    ],
    shown: [
      [openai('file_00000000bbbb', 'x'), promptOf(1)],
      [openai('file_00000000cccc', 'y'), promptOf(2)],
      [openai('file_00000000aaaa', 'z'), none],
    ],
  },
  {
    name: 'fal: two requests named only in the address of their answers; examples of the model',
    address: 'https://fal.ai/models/fal-ai/flux/dev',
    told: [
      {
        url: 'https://fal.ai/api/models/fal-ai/flux/dev',
        answer: {
          id: 'fal-ai/flux/dev',
          examples: [{ input: { prompt: 'a tiny dog' } }],
          thumbnailUrl: 'https://v3.fal.media/files/model/flux-dev.webp',
        },
      },
      ...range(1, 2).map((number) => ({
        url: `https://queue.fal.run/fal-ai/flux/dev?n=${number}`,
        sent: { prompt: promptOf(number), seed: number },
        answer: {
          request_id: uuid(number),
          status: 'IN_QUEUE',
          response_url: `https://queue.fal.run/fal-ai/flux/requests/${uuid(number)}`,
        },
      })),
      {
        url: `https://queue.fal.run/fal-ai/flux/requests/${uuid(1)}/status/stream`,
        by: 'EventSource',
        answer: { status: 'COMPLETED', request_id: uuid(1) },
      },
      ...range(1, 2).map((number) => ({
        url: `https://queue.fal.run/fal-ai/flux/requests/${uuid(number)}`,
        answer: {
          images: [{ url: `https://v3.fal.media/files/koala/${uuid(number + 10)}.png`, width: 1024 }],
          seed: number,
        },
      })),
    ],
    shown: [
      [`https://v3.fal.media/files/koala/${uuid(11)}.png`, promptOf(1), /flux/],
      [
        `https://fal.ai/_next/image?url=${encodeURIComponent(`https://v3.fal.media/files/koala/${uuid(12)}.png`)}&w=1080&q=75`,
        promptOf(2),
        /flux/,
      ],
      ['https://v3.fal.media/files/model/flux-dev.webp', none],
    ],
  },
  {
    name: 'Replicate: predictions, one that is asked for until it is done, and what it was given',
    address: 'https://replicate.com/predictions',
    told: [
      {
        url: 'https://replicate.com/api/predictions?cursor=',
        answer: {
          results: range(1, 20).map((number) => ({
            id: `p${uuid(number).slice(0, 8)}`,
            model: 'black-forest-labs/flux-schnell',
            version: 'hidden',
            input: {
              prompt: promptOf(number),
              seed: number,
              image: `https://replicate.delivery/pbxt/${uuid(number + 30)}/in.png`,
            },
            output: [`https://replicate.delivery/xezq/${uuid(number + 60)}/out-0.webp`],
            status: 'succeeded',
          })),
        },
      },
      {
        url: 'https://replicate.com/api/models/kwaivgi/kling-v2.1/predictions',
        sent: { input: { prompt: promptOf(21) } },
        answer: {
          id: 'p21xk2rvz9rga0cg2b7tq4w3ey',
          model: 'kwaivgi/kling-v2.1',
          input: { prompt: promptOf(21) },
          output: null,
          status: 'starting',
        },
      },
      {
        url: 'https://replicate.com/api/predictions/p21xk2rvz9rga0cg2b7tq4w3ey',
        answer: {
          id: 'p21xk2rvz9rga0cg2b7tq4w3ey',
          output: `https://replicate.delivery/xezq/${uuid(81)}/tmp.mp4`,
          status: 'succeeded',
        },
      },
    ],
    shown: [
      [
        `https://replicate.delivery/xezq/${uuid(65)}/out-0.webp`,
        promptOf(5),
        'black-forest-labs/flux-schnell',
      ],
      [`https://replicate.delivery/xezq/${uuid(81)}/tmp.mp4`, promptOf(21), 'kwaivgi/kling-v2.1'],
      [`https://replicate.delivery/pbxt/${uuid(35)}/in.png`, none],
    ],
  },
]
