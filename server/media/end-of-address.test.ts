import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { endOfAddress } from './end-of-address.ts'

const webToken = (claims: object) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

const policy = (seconds: number) =>
  Buffer.from(
    `{"Statement":[{"Resource":"https://d1.cloudfront.net/*","Condition":{"DateLessThan":{"AWS:EpochTime":${seconds}},"DateGreaterThan":{"AWS:EpochTime":${seconds - 9999}}}}]}`,
  )
    .toString('base64')
    .replace(/[+=/]/g, (character) => ({ '+': '-', '=': '_', '/': '~' })[character]!)

const end = '2026-03-01T12:00:00Z'
const seconds = Date.parse(end) / 1000

const addresses: [string, string][] = [
  [
    'Black Forest Labs (Azure)',
    `https://delivery-eu1.bfl.ai/results/aa/bb/sample.jpeg?se=2026-03-01T12%3A00%3A00Z&sp=r&sv=2024-11-04&sr=b&rsct=image/jpeg&sig=x%2By%3D`,
  ],
  [
    'OpenAI (Azure SAS)',
    'https://oaidalleapiprodscus.blob.core.windows.net/private/org-a/user-b/img-c.png?st=2026-03-01T10%3A00%3A00Z&se=2026-03-01T12%3A00%3A00Z&sp=r&sv=2024-08-04&sr=b&rscd=inline&rsct=image/png&skoid=1&sktid=2&skt=2026-02-28T20%3A01%3A02Z&ske=2026-03-01T20%3A01%3A02Z&sks=b&skv=2024-08-04&sig=x',
  ],
  [
    'Stability, Luma (S3)',
    'https://storage.cdn-luma.com/video.mp4?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=A%2F20260301%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20260301T110000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=b',
  ],
  [
    'Veo (Cloud Storage)',
    'https://storage.googleapis.com/veo-out/sample_0.mp4?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=a%40b.iam.gserviceaccount.com%2F20260301%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20260301T114500Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=0a',
  ],
  [
    'Cloud Storage of old',
    `https://storage.googleapis.com/b/o.mp4?GoogleAccessId=a%40b&Expires=${seconds}&Signature=c%2B`,
  ],
  [
    'Seedance (ByteDance TOS)',
    'https://ark-content.tos-ap-southeast-1.volces.com/a.mp4?X-Tos-Algorithm=TOS4-HMAC-SHA256&X-Tos-Credential=a&X-Tos-Date=20260228T120000Z&X-Tos-Expires=86400&X-Tos-Signature=b&X-Tos-SignedHeaders=host',
  ],
  [
    'Hailuo, Wan (Alibaba OSS)',
    `https://dashscope-result-sh.oss-cn-shanghai.aliyuncs.com/1d/a.mp4?Expires=${seconds}&OSSAccessKeyId=LTAI&Signature=b%3D`,
  ],
  [
    'Discord, Midjourney',
    `https://cdn.discordapp.com/attachments/1/2/a.png?ex=${seconds.toString(16)}&is=69a2c4c0&hm=abcdef0123456789&`,
  ],
  [
    'Runway (CloudFront and a token)',
    `https://dnznrvs05pmza.cloudfront.net/a.mp4?_jwt=${webToken({ keyHash: 'a', bucket: 'runway-task-artifacts', env: 'prod', exp: seconds })}`,
  ],
  [
    'CloudFront with a policy',
    `https://d1.cloudfront.net/a.mp4?Policy=${policy(seconds)}&Signature=a~b_&Key-Pair-Id=K`,
  ],
  [
    'CloudFront with a date',
    `https://d1.cloudfront.net/a.mp4?Expires=${seconds}&Signature=a~b_&Key-Pair-Id=K`,
  ],
  [
    'Supabase',
    `https://a.supabase.co/storage/v1/object/sign/b/c.png?token=${webToken({ url: 'b/c.png', iat: seconds - 60, exp: seconds })}`,
  ],
  ['a token in the path', `https://host.example/${webToken({ exp: seconds })}/a.m3u8`],
  ['Akamai', `https://host.akamaized.net/a.mp4?hdnts=st=${seconds - 999}~exp=${seconds}~acl=/*~hmac=0a1b`],
  ['Akamai, encoded', `https://host.akamaized.net/a.mp4?hdnea=exp%3D${seconds}~acl%3D%2F*~hmac%3D0a1b`],
  ['Bunny', `https://host.b-cdn.net/bcdn_token=a-b&expires=${seconds}&token_path=%2Fv%2F/v/a.mp4`],
  [
    'Tencent COS (Hunyuan)',
    `https://a.cos.ap-guangzhou.myqcloud.com/a.mp4?q-sign-algorithm=sha1&q-ak=a&q-sign-time=${seconds - 600};${seconds}&q-key-time=1;2&q-signature=b`,
  ],
  ['Qiniu', `https://host.example/a.png?e=${seconds}&token=a:b=`],
  ['TikTok’s', `https://p16-sign.tiktokcdn-us.com/a.jpeg?x-expires=${seconds}&x-signature=a%3D`],
  ['Meta’s', `https://scontent.cdninstagram.com/a.jpg?oh=00_A&oe=${seconds.toString(16).toUpperCase()}`],
  ['milliseconds', `https://host.example/a.png?expires=${seconds}000`],
  ['an ISO date with a zone', 'https://host.example/a.png?expires_at=2026-03-01T13:00:00%2B01:00'],
  ['a fraction of a second', `https://host.example/a.png?exp=${seconds}.25`],
  ['names in capital letters', 'https://host.example/a?x-amz-date=20260301T110000Z&X-AMZ-EXPIRES=3600'],
  [
    'several, of which the earliest counts',
    `https://host.example/a?Expires=${seconds + 5}&exp=${seconds}&se=2027-01-01T00:00:00Z`,
  ],
]

for (const [what, address] of addresses) {
  test(`is read from the address itself: ${what}`, () => {
    assert.equal(new Date(endOfAddress(address) ?? 0).toISOString(), new Date(end).toISOString())
  })
}

const silent: [string, string][] = [
  ['Leonardo', 'https://cdn.leonardo.ai/users/a/generations/b/Leonardo_Phoenix_A_film_0.jpg'],
  ['Replicate', 'https://replicate.delivery/xezq/aBcD1234/tmp5678.webp'],
  [
    'Kling',
    'https://v15-kling.klingai.com/bs2/upload-ylab-stunt-sgp/se/ai_portal_sgp_queue/a/b.mp4?x-kcdn-pid=112452',
  ],
  ['no address', 'Expires=1772366400'],
  ['nothing', ''],
  ['a life without its beginning', 'https://host.example/a?X-Amz-Expires=3600'],
  ['a beginning that is none', 'https://host.example/a?X-Amz-Date=20261399T256199Z&X-Amz-Expires=3600'],
  ['seconds from now, and not since 1970', 'https://host.example/a?expires=3600&exp=86400&e=1'],
  ['before 2015', 'https://host.example/a?Expires=1400000000&ex=53724e00'],
  ['in a hundred years', 'https://host.example/a?Expires=4900000000&se=2199-01-01T00:00:00Z'],
  ['words', 'https://host.example/a?exp=never&e=mc2&ex=ample&se=arch&policy=open'],
  ['a token without an end', `https://host.example/a?token=${webToken({ sub: 'x' })}`],
  ['a token that is broken', 'https://host.example/a?token=eyJhbGciOi.eyJleHAiOjE3.x&b=eyJ.eyJ.eyJ'],
]

for (const [what, address] of silent) {
  test(`is unknown where it says nothing of the kind: ${what}`, () => {
    assert.equal(endOfAddress(address), undefined)
  })
}

test('is never an error, whatever the address', () => {
  const name = fc.constantFrom(
    'exp',
    'Expires',
    'ex',
    'se',
    'Policy',
    'X-Amz-Date',
    'X-Amz-Expires',
    'token',
    'q-sign-time',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string())), fc.string(), (parameters, path) => {
      const end = endOfAddress(
        `https://host.example/${path}?${parameters.map((pair) => pair.join('=')).join('&')}`,
      )
      assert.ok(end === undefined || Number.isSafeInteger(end))
    }),
  )
})

test('is looked for in the beginning alone of an address that is made to take long', () => {
  for (const piece of [
    'eyJ',
    'eyJ.',
    '~exp=',
    '&exp=1',
    '=',
    '%',
    '/',
    '"DateLessThan":',
    '{',
    '&Policy=',
    '1',
    ';',
  ]) {
    assert.equal(
      endOfAddress(`https://host.example/a?Policy=${piece.repeat(1_000_000)}&exp=${seconds}`),
      undefined,
    )
    assert.equal(endOfAddress(`https://host.example/${piece.repeat(1_000_000)}?exp=${seconds}`), undefined)
  }
})

test('no more than a few of its parts are read as tokens', (t) => {
  const parse = t.mock.method(JSON, 'parse')
  const claims = `eyJ${'a'.repeat(20)}`
  for (const address of [
    `https://host.example/${`${claims}.`.repeat(300)}`,
    `https://host.example/?${`a=${claims}&`.repeat(300)}`,
    `https://host.example/${'eyJ.'.repeat(2000)}`,
  ])
    endOfAddress(address)
  assert.ok(parse.mock.callCount() <= 16, `${parse.mock.callCount()} were`)
})
