import { asBlob, type HeldBackPage, none, promptOf, range, uuid } from './held-back-page.ts'

const runway = 'https://dnznrvs05pmza.cloudfront.net'
const runwayTask = (number: number, changed: object = {}) => ({
  id: uuid(number),
  name: `Gen-4 Turbo ${number}`,
  image: null,
  createdAt: '2026-05-01T10:00:00Z',
  taskType: 'gen4_turbo',
  options: {
    name: `Gen-4 Turbo ${number}`,
    seconds: 5,
    text_prompt: promptOf(number),
    seed: 1000 + number,
    init_image: `${runway}/${uuid(900 + number)}.png?_jwt=one`,
    assetGroupName: 'Generative Video',
  },
  status: 'SUCCEEDED',
  artifacts: [
    {
      id: uuid(300 + number),
      taskId: uuid(number),
      parentAssetGroupId: uuid(7777),
      filename: `Gen-4 Turbo ${number}.mp4`,
      url: `${runway}/${uuid(600 + number)}.mp4?_jwt=one`,
      previewUrls: range(0, 3).map((at) => `${runway}/${uuid(5000 + number * 4 + at)}.jpg?_jwt=one`),
    },
  ],
  ...changed,
})

const klingWork = (number: number, prompt = promptOf(number)) => {
  const taskInfo = {
    type: 'm2v_img2video_hq',
    inputs: [
      {
        inputType: 'URL',
        url: `https://s21-kling.klingai.com/upload/${uuid(number + 400)}.png`,
        name: 'input',
      },
    ],
    arguments: [
      { name: 'negative_prompt', value: 'blur, text, extra fingers' },
      { name: 'prompt', value: prompt },
      { name: 'duration', value: '5' },
      { name: 'kling_version', value: '2.5' },
    ],
  }
  return {
    task: { id: 90000 + number, userId: 12, type: 'm2v_img2video_hq', status: 99, taskInfo },
    works: [
      {
        workId: 70000 + number,
        taskId: 90000 + number,
        contentType: 'video',
        resource: {
          resource: `https://s21-kling.klingai.com/ai-platform/bs2/${uuid(number)}_raw_video.mp4?x-kcdn-pid=1`,
          height: 720,
          width: 1280,
        },
        cover: {
          resource: `https://p21-kling.klingai.com/bs2/${uuid(number + 200)}.origin.webp?x-oss-process=resize`,
        },
        taskInfo,
      },
    ],
  }
}

const luma = (number: number, file: string) =>
  `https://storage.cdn-luma.com/dream_machine/${uuid(number)}/${file}`
const lumaTake = (number: number) => ({
  id: uuid(number + 50),
  prompt: promptOf(number),
  state: 'completed',
  video: {
    url: luma(number, `watermarked_video0${uuid(number).slice(0, 8)}.mp4`),
    width: 1360,
    height: 752,
    thumbnail: luma(number, 'video_0_thumb.jpg'),
  },
  liked: null,
})

const pika = (number: number, file: string) => `https://cdn.pika.art/v1/${uuid(number)}/${file}`
const pikaResult = (number: number, promptText: string | undefined) => ({
  id: uuid(number + 100),
  promptText,
  params: { options: { frameRate: 24, parameters: { seed: number } }, userId: uuid(1) },
  videos: [
    {
      id: uuid(number),
      status: 'finished',
      resultUrl: pika(number, `wide_shot_seed${number}.mp4`),
      videoPoster: pika(number, 'poster.jpg'),
    },
  ],
})

const hailuo = (number: number, file: string) =>
  `https://cdn.hailuoai.video/moss/prod/2026-05-01-10/video/${uuid(number)}${file}`
const hailuoAsset = (number: number) => ({
  id: `3${number}0987654321`,
  desc: promptOf(number),
  videoURL: hailuo(number, '-nowm.mp4'),
  downloadURL: hailuo(number, '_watermark.mp4'),
  coverURL: hailuo(number, '_cover.jpeg'),
  originFiles: [{ id: `u${number}`, url: hailuo(number + 500, '.png') }],
  modelID: '23204',
})

const sora = (task: string, file: string, signature: string) =>
  `https://videos.openai.com/vg-assets/assets%2F${task}%2F${task}_genid_${file}?st=2026&se=2027&sig=${signature}`
const soraDraft = (number: number, prompt: string | null) => {
  const task = `task_01k${uuid(number).slice(0, 8)}`
  return {
    id: `gen_01k${uuid(number + 30).slice(0, 8)}`,
    kind: 'sora_draft',
    task_id: task,
    prompt,
    url: sora(task, `${uuid(number)}_md.mp4`, 'a'),
    downloadable_url: sora(task, `${uuid(number)}_source.mp4`, 'a'),
    encodings: { thumbnail: { path: sora(task, `${uuid(number)}_thumb.webp`, 'a') } },
  }
}
const pending = (number: number) => `task_01k${uuid(number).slice(0, 8)}`

const google = 'https://aisandbox-pa.googleapis.com/v1'
const flowMedia = (kind: 'video' | 'image', number: number, signature = 'x') =>
  `https://storage.googleapis.com/ai-sandbox-videofx/${kind}/${uuid(number)}?GoogleAccessId=labs&Signature=${signature}`
const flowOperation = (number: number, isDone: boolean) => ({
  operation: {
    name: `op${uuid(number).replaceAll('-', '')}`,
    ...(isDone && {
      metadata: {
        '@type': 'type.googleapis.com/google.internal.labs.aisandbox.v1.Media',
        video: {
          fifeUrl: flowMedia('video', number),
          mediaGenerationId: `CAUS${uuid(number)}`,
          servingBaseUri: flowMedia('image', number),
        },
      },
    }),
  },
  sceneId: uuid(number + 70),
  status: isDone ? 'MEDIA_GENERATION_STATUS_SUCCESSFUL' : 'MEDIA_GENERATION_STATUS_PENDING',
})

export const films: HeldBackPage[] = [
  {
    name: 'Runway: 24 takes, addresses signed again, previews and the pictures they began with',
    address: 'https://app.runwayml.com/video-tools/teams/studio/ai-tools/generate',
    told: [
      {
        url: 'https://api.runwayml.com/v1/profile',
        answer: { user: { username: 'studio', picture: `${runway}/profile/${uuid(1)}.jpg` } },
      },
      {
        url: 'https://api.runwayml.com/v1/prompt_suggestions',
        answer: { suggestions: [{ text_prompt: 'a dragon over a city, epic, trending' }] },
      },
      {
        url: 'https://api.runwayml.com/v1/tasks?asTeamId=1',
        answer: { tasks: range(1, 24).map((number) => runwayTask(number)) },
      },
    ],
    shown: [
      [`${runway}/${uuid(603)}.mp4?_jwt=two`, promptOf(3), 'gen4_turbo'],
      [`${runway}/${uuid(617)}.mp4?_jwt=two`, promptOf(17), 'gen4_turbo'],
      [`${runway}/${uuid(623)}.mp4?_jwt=two`, promptOf(23), 'gen4_turbo'],
      [`${runway}/${uuid(5022)}.jpg?_jwt=two`, promptOf(5), 'gen4_turbo'],
      [`${runway}/${uuid(904)}.png?_jwt=two`, none],
      [`${runway}/profile/${uuid(1)}.jpg`, none],
    ],
  },
  {
    name: 'Runway: a task that is pending, then done, its asset at another address; and an upscale of another',
    address: 'https://app.runwayml.com/video-tools/teams/studio/ai-tools/generate',
    told: [
      {
        url: 'https://api.runwayml.com/v1/tasks',
        sent: { taskType: 'gen4', options: runwayTask(31).options },
        answer: { task: runwayTask(31, { artifacts: [], status: 'PENDING' }) },
      },
      {
        url: `https://api.runwayml.com/v1/tasks/${uuid(31)}`,
        answer: { task: runwayTask(31) },
        by: 'XMLHttpRequest',
      },
      {
        url: `https://api.runwayml.com/v1/assets/${uuid(331)}`,
        answer: {
          asset: {
            id: uuid(331),
            taskId: uuid(31),
            url: `${runway}/${uuid(888)}.mp4?_jwt=one`,
            parentAssetGroupId: uuid(7777),
          },
        },
      },
      {
        url: `https://api.runwayml.com/v1/tasks/${uuid(32)}`,
        answer: {
          task: runwayTask(32, {
            taskType: 'upscale',
            options: { name: 'Upscale', video: `${runway}/${uuid(631)}.mp4?_jwt=one` },
          }),
        },
      },
    ],
    shown: [
      [`${runway}/${uuid(631)}.mp4?_jwt=two`, promptOf(31), 'gen4_turbo'],
      [`${runway}/${uuid(888)}.mp4?_jwt=two`, promptOf(31), 'gen4_turbo'],
      [`${runway}/${uuid(632)}.mp4?_jwt=two`, none],
    ],
  },
  {
    name: 'Kling: two pages of works, templates with prompts, pictures they began with',
    address: 'https://app.klingai.com/global/image-to-video/frame-mode/new',
    told: [
      {
        url: 'https://app.klingai.com/api/template/list',
        answer: {
          data: [
            {
              title: 'Hug',
              prompt: 'two people hug in the rain',
              cover: { resource: 'https://p21-kling.klingai.com/tpl/hug.webp' },
            },
          ],
        },
      },
      {
        url: 'https://app.klingai.com/api/user/works?pageNum=1',
        answer: { status: 200, data: { history: range(1, 20).map((number) => klingWork(number)) } },
      },
      {
        url: 'https://app.klingai.com/api/user/works?pageNum=2',
        answer: { status: 200, data: { history: range(21, 30).map((number) => klingWork(number)) } },
      },
    ],
    shown: [
      [
        `https://s21-kling.klingai.com/ai-platform/bs2/${uuid(2)}_raw_video.mp4?x-kcdn-pid=9`,
        promptOf(2),
        /2\.5/,
      ],
      [
        `https://p21-kling.klingai.com/bs2/${uuid(229)}.origin.webp?x-oss-process=small`,
        promptOf(29),
        /2\.5/,
      ],
      [`https://s21-kling.klingai.com/upload/${uuid(403)}.png`, none],
    ],
  },
  {
    name: 'Kling: a work sent, then its state; and its extension by another prompt',
    address: 'https://app.klingai.com/global/text-to-video/new',
    told: [
      {
        url: 'https://app.klingai.com/api/task/submit',
        sent: klingWork(41).task.taskInfo,
        answer: { data: { status: 5, task: klingWork(41).task, works: [] } },
      },
      {
        url: 'https://app.klingai.com/api/task/status?taskId=90041',
        answer: { data: { status: 99, ...klingWork(41) } },
      },
      {
        url: 'https://app.klingai.com/api/task/status?taskId=90042',
        answer: { data: { status: 99, ...klingWork(42, 'the camera turns around to the sea') } },
        by: 'XMLHttpRequest',
      },
    ],
    shown: [
      [`https://s21-kling.klingai.com/ai-platform/bs2/${uuid(41)}_raw_video.mp4`, promptOf(41), /2\.5/],
      [
        `https://s21-kling.klingai.com/ai-platform/bs2/${uuid(42)}_raw_video.mp4`,
        'the camera turns around to the sea',
        /2\.5/,
      ],
    ],
  },
  {
    name: 'Luma: a list by pages, thumbnails through the proxy of Next.js',
    address: 'https://lumalabs.ai/dream-machine/creations',
    told: [
      {
        url: 'https://internal-api.virginia.labs.lumalabs.ai/api/photon/v1/user/generations/?offset=0&limit=10',
        answer: range(1, 10).map(lumaTake),
      },
      {
        url: 'https://internal-api.virginia.labs.lumalabs.ai/api/photon/v1/user/generations/?offset=10&limit=10',
        answer: range(11, 20).map(lumaTake),
      },
    ],
    shown: [
      [luma(4, `watermarked_video0${uuid(4).slice(0, 8)}.mp4`), promptOf(4)],
      [
        `https://lumalabs.ai/_next/image?url=${encodeURIComponent(luma(7, 'video_0_thumb.jpg'))}&w=640&q=75`,
        promptOf(7),
      ],
      [
        `https://lumalabs.ai/_next/image?url=${encodeURIComponent(luma(16, 'video_0_thumb.jpg'))}&w=640&q=75`,
        promptOf(16),
      ],
      ['https://lumalabs.ai/_next/image?url=%2Fstatic%2Fhero.jpg&w=640&q=75', none],
    ],
  },
  {
    name: 'Pika: lines of a server component; a result that only its generation names',
    address: 'https://pika.art/library',
    told: [
      {
        url: 'https://pika.art/generate',
        sent: '[{}]',
        type: 'text/x-component',
        answer: `0:["$@1",["build",null]]\n1:${JSON.stringify({ success: true, data: { id: uuid(160), generation: { id: uuid(160), promptText: promptOf(60), videos: [{ id: uuid(60), status: 'pending' }] } } })}\n`,
      },
      {
        url: 'https://pika.art/library',
        sent: '[{"page":1}]',
        type: 'text/x-component',
        answer: `0:["$@1",["build",null]]\n1:${JSON.stringify({ data: { results: [pikaResult(60, undefined), ...range(61, 70).map((number) => pikaResult(number, promptOf(number)))] } })}\n`,
      },
    ],
    shown: [
      [pika(60, 'wide_shot_seed60.mp4'), promptOf(60)],
      [pika(64, 'wide_shot_seed64.mp4'), promptOf(64)],
      [pika(67, 'poster.jpg'), promptOf(67)],
    ],
  },
  {
    name: 'Hailuo: batches of several prompts, and what others made',
    address: 'https://hailuoai.video/mine',
    told: [
      {
        url: 'https://hailuoai.video/v3/api/multimodal/video/my/batchCursor',
        answer: {
          data: {
            batchVideos: range(0, 4).map((batch) => ({
              batchID: `b${batch}`,
              assets: range(batch * 4 + 1, batch * 4 + 4).map(hailuoAsset),
            })),
          },
          statusInfo: { code: 0 },
        },
      },
      {
        url: 'https://hailuoai.video/api/feed/list',
        answer: {
          data: {
            feedList: range(300, 305).map((number) => ({
              commonInfo: {
                id: `${number}`,
                author: { name: 'x', avatar: `https://cdn.hailuoai.video/avatar/${number}.png` },
              },
              videoURL: hailuo(number, '.mp4'),
              title: 'Cats',
            })),
          },
        },
      },
    ],
    shown: [
      [hailuo(6, '-nowm.mp4'), promptOf(6)],
      [hailuo(7, '_watermark.mp4'), promptOf(7)],
      [hailuo(18, '_cover.jpeg'), promptOf(18)],
      [hailuo(506, '.png'), none],
      [hailuo(302, '.mp4'), none],
      ['https://cdn.hailuoai.video/avatar/301.png', none],
    ],
  },
  {
    name: 'Sora: drafts of tasks, one whose prompt only the pending task had; posts of others',
    address: 'https://sora.chatgpt.com/drafts',
    told: [
      {
        url: 'https://sora.chatgpt.com/backend/nf/create',
        sent: { kind: 'video', prompt: promptOf(80), model: 'sy_8', n_frames: 300 },
        answer: { id: pending(80), priority: 1 },
      },
      {
        url: 'https://sora.chatgpt.com/backend/nf/pending',
        answer: [{ id: pending(80), status: 'running', prompt: promptOf(80), progress_pct: 0.3 }],
      },
      {
        url: 'https://sora.chatgpt.com/backend/project_y/profile/drafts?limit=15',
        answer: {
          items: [soraDraft(80, null), ...range(81, 92).map((number) => soraDraft(number, promptOf(number)))],
        },
      },
      {
        url: 'https://sora.chatgpt.com/backend/project_y/feed',
        answer: {
          items: range(95, 99).map((number) => ({
            post: {
              id: `s_${number}`,
              text: 'my cat did it again!!',
              attachments: [{ ...soraDraft(number, null), kind: 'sora' }],
            },
            profile: {
              username: 'cat',
              profile_picture_url: `https://videos.openai.com/avatars/${number}.png`,
            },
          })),
        },
      },
    ],
    shown: [
      [sora(pending(80), `${uuid(80)}_md.mp4`, 'b'), promptOf(80), 'sy_8'],
      [sora(pending(85), `${uuid(85)}_source.mp4`, 'b'), promptOf(85)],
      [sora(pending(86), `${uuid(86)}_thumb.webp`, 'b'), promptOf(86)],
      [sora(pending(97), `${uuid(97)}_md.mp4`, 'b'), none],
      ['https://videos.openai.com/avatars/96.png', none],
    ],
  },
  {
    name: 'Flow: prompts only in what was sent, in both of its shapes, states of several asked at once',
    address: 'https://labs.google/fx/tools/flow/project/1',
    told: [
      {
        url: `${google}/video:batchAsyncGenerateVideoText`,
        sent: {
          requests: [
            {
              aspectRatio: 'VIDEO_ASPECT_RATIO_LANDSCAPE',
              seed: 5,
              textInput: { prompt: promptOf(101) },
              videoModelKey: 'veo_3_1_t2v_fast',
              metadata: { sceneId: uuid(171) },
            },
          ],
        },
        answer: { operations: [flowOperation(101, false)], remainingCredits: 900 },
      },
      {
        url: `${google}/video:batchAsyncGenerateVideoText?n=2`,
        sent: {
          requests: [
            {
              seed: 6,
              textInput: { structuredPrompt: { parts: [{ text: promptOf(102) }] } },
              videoModelKey: 'veo_3_1_t2v',
              metadata: { sceneId: uuid(172) },
            },
          ],
        },
        answer: { operations: [flowOperation(102, false)], remainingCredits: 800 },
      },
      {
        url: `${google}/video:batchCheckAsyncVideoGenerationStatus`,
        sent: { operations: [flowOperation(101, false), flowOperation(102, false)] },
        answer: { operations: [flowOperation(101, true), flowOperation(102, true)] },
      },
    ],
    shown: [
      [flowMedia('video', 101, 'y'), promptOf(101), 'veo_3_1_t2v_fast'],
      [flowMedia('video', 102, 'y'), promptOf(102), 'veo_3_1_t2v'],
      [flowMedia('image', 101, 'y'), promptOf(101), 'veo_3_1_t2v_fast'],
    ],
  },
  {
    name: 'Flow: pictures, two of each thing asked, by two prompts',
    address: 'https://labs.google/fx/tools/flow/project/2',
    told: [111, 113].map((number) => ({
      url: `${google}/projects/1/flowMedia:batchGenerateImages?n=${number}`,
      sent: {
        requests: range(number, number + 1).map((seed) => ({
          clientContext: { tool: 'PINHOLE' },
          seed,
          imageModelName: 'GEM_PIX_2',
          prompt: promptOf(number),
          imageInputs: [{ name: uuid(500) }],
        })),
      },
      answer: {
        media: range(number, number + 1).map((seed) => ({
          name: uuid(seed),
          image: {
            generatedImage: {
              seed,
              mediaGenerationId: `CAMS${uuid(seed)}`,
              fifeUrl: flowMedia('image', seed),
            },
          },
        })),
      },
    })),
    shown: [
      [flowMedia('image', 112, 'y'), promptOf(111), 'GEM_PIX_2'],
      [flowMedia('image', 113, 'y'), promptOf(113), 'GEM_PIX_2'],
      [flowMedia('image', 500, 'y'), none],
    ],
  },
  {
    name: 'Vidu, without a recipe: tasks with parts of prompts, and templates',
    address: 'https://www.vidu.com/my-creations',
    told: [
      {
        url: 'https://service.vidu.com/vidu/v1/templates',
        answer: {
          templates: [{ name: 'Hug', prompt: 'two people hug', cover: 'https://files.vidu.com/tpl/1.webp' }],
        },
      },
      {
        url: 'https://service.vidu.com/vidu/v1/tasks/history?pager.page=0',
        answer: {
          tasks: range(1, 20).map((number) => ({
            id: `27${number}5551`,
            type: 'text2video',
            input: { prompts: [{ type: 'text', content: promptOf(number), negative: false }], seed: number },
            settings: { duration: 5, model_version: '3.0', aspect_ratio: '16:9' },
            creations: [
              {
                id: `28${number}5552`,
                uri: `https://files.vidu.com/c/${uuid(number)}.mp4?auth=1`,
                cover_uri: `https://files.vidu.com/c/${uuid(number)}.jpg?auth=1`,
              },
            ],
          })),
        },
      },
    ],
    shown: [
      [`https://files.vidu.com/c/${uuid(5)}.mp4?auth=2`, promptOf(5), '3.0'],
      [`https://files.vidu.com/c/${uuid(9)}.jpg?auth=2`, promptOf(9), '3.0'],
    ],
  },
  {
    name: 'LTX, without a recipe: told by a WebSocket, signed again, made from a take of its own',
    address: 'https://app.ltx.studio/projects/1',
    told: [
      {
        url: 'wss://app.ltx.studio/live',
        by: 'WebSocket',
        answer: {
          type: 'project.state',
          generations: [
            {
              id: uuid(1),
              prompt: promptOf(1),
              model: 'ltxv-2',
              imageUrl: `https://media.ltx.studio/${uuid(41)}.png?sig=1`,
            },
            {
              id: uuid(2),
              prompt: 'she turns to the camera and laughs',
              model: 'ltxv-2-fast',
              inputImageUrl: `https://media.ltx.studio/${uuid(41)}.png?sig=1`,
              videoUrl: `https://media.ltx.studio/${uuid(42)}.mp4?sig=1`,
            },
          ],
        },
      },
    ],
    shown: [
      [`https://media.ltx.studio/${uuid(41)}.png?sig=2`, promptOf(1), 'ltxv-2'],
      [`https://media.ltx.studio/${uuid(42)}.mp4?sig=2`, 'she turns to the camera and laughs', 'ltxv-2-fast'],
      [
        `${asBlob}https://media.ltx.studio/${uuid(42)}.mp4?sig=3`,
        'she turns to the camera and laughs',
        'ltxv-2-fast',
      ],
    ],
  },
  {
    name: 'Hedra, without a recipe: prompts and media in one answer that belong to nothing of each other',
    address: 'https://www.hedra.com/app/home',
    told: [
      {
        url: 'https://api.hedra.com/web-app/home',
        answer: {
          composer: { prompt: 'a man explains a mortgage', model: 'character-3' },
          promptHistory: range(1, 12).map(promptOf),
          recent: range(1, 12).map((number) => ({
            id: uuid(number),
            thumbnailUrl: `https://cdn.hedra.com/${uuid(number)}.webp`,
          })),
          user: { name: 'x', avatarUrl: 'https://cdn.hedra.com/avatars/1.png' },
        },
      },
    ],
    shown: [
      [`https://cdn.hedra.com/${uuid(3)}.webp`, none],
      ['https://cdn.hedra.com/avatars/1.png', none],
    ],
  },
]
