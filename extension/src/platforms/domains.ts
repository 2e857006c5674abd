/**
 * Where the platforms of the catalogue are that have no adapter, each with all hosts below; compared with their home pages on
 * 2026-11-22. Those that are a program on one's own machine are not among them.
 */
export const domains: Record<string, readonly string[]> = {
  'adobe-firefly': ['firefly.adobe.com'],
  aiva: ['aiva.ai'],
  cartesia: ['cartesia.ai'],
  'd-id': ['d-id.com'],
  descript: ['descript.com'],
  dreamina: ['dreamina.capcut.com'],
  elevenlabs: ['elevenlabs.io'],
  fal: ['fal.ai'],
  'fish-audio': ['fish.audio'],
  flux: ['bfl.ai'],
  freepik: ['freepik.com'],
  hailuo: ['hailuoai.video', 'hailuoai.com'],
  hedra: ['hedra.com'],
  heygen: ['heygen.com'],
  higgsfield: ['higgsfield.ai'],
  katalist: ['katalist.ai'],
  kling: ['kling.ai', 'klingai.com'],
  krea: ['krea.ai'],
  'ltx-studio': ['ltx.io', 'ltx.studio'],
  luma: ['lumalabs.ai'],
  magnific: ['magnific.com', 'magnific.ai'],
  marble: ['marble.worldlabs.ai'],
  meshy: ['meshy.ai'],
  murf: ['murf.ai'],
  novelai: ['novelai.net'],
  pika: ['pika.art'],
  pixverse: ['pixverse.ai'],
  recraft: ['recraft.ai'],
  rodin: ['hyper3d.ai'],
  runway: ['runwayml.com'],
  seedance: ['seed.bytedance.com'],
  sora: ['sora.com', 'sora.chatgpt.com'],
  'stable-audio': ['stableaudio.com'],
  'storyboarder-ai': ['storyboarder.ai'],
  'sync-labs': ['sync.so'],
  synthesia: ['synthesia.io'],
  topaz: ['topazlabs.com'],
  tripo: ['tripo3d.ai'],
  udio: ['udio.com'],
  veo: ['deepmind.google'],
  vidu: ['vidu.com'],
  wan: ['wan.video'],
}

/** The platform that a page belongs to, of those without an adapter. */
export function domainAt(url: string): string | undefined {
  const { protocol, hostname } = URL.parse(url) ?? {}
  if (protocol !== 'https:' || hostname === undefined) return undefined
  const isBelow = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`)
  return Object.entries(domains).find(([, names]) => names.some(isBelow))?.[0]
}
