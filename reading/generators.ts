/** How generators name themselves in manifests and tags, and their slugs in the catalogue. */
export const generators: [RegExp, string][] = [
  [/\badobe[ _]firefly/i, 'adobe-firefly'],
  [/\bchatgpt\b/i, 'chatgpt'],
  [/\bsora\b/i, 'sora'],
  [/\bgemini\b/i, 'gemini'],
  [/\bgoogle flow\b/i, 'google-flow'],
  [/\bveo\b/i, 'veo'],
  [/\bmidjourney\b/i, 'midjourney'],
  [/\brunway(?:ml)?\b/i, 'runway'],
  [/\bluma(?: ?ai| ?labs)?\b|\bdream machine\b/i, 'luma'],
  [/\bpika(?: ?labs)?\b/i, 'pika'],
  [/\bkling(?: ?ai)?\b/i, 'kling'],
  [/\bhailuo\b/i, 'hailuo'],
  [/\bdreamina\b/i, 'dreamina'],
  [/\bpixverse\b/i, 'pixverse'],
  [/\bhiggsfield\b/i, 'higgsfield'],
  [/\bheygen\b/i, 'heygen'],
  [/\bsynthesia\b/i, 'synthesia'],
  [/\bleonardo\.?ai\b/i, 'leonardo'],
  [/\bideogram\b/i, 'ideogram'],
  [/\brecraft\b/i, 'recraft'],
  [/\bkrea(?:\.?ai)?\b/i, 'krea'],
  [/\bfreepik\b/i, 'freepik'],
  [/\bmagnific\b/i, 'magnific'],
  [/\btopaz (?:labs|photo|video|gigapixel)/i, 'topaz'],
  [/\bblack forest labs\b|\bflux\.?[12]/i, 'flux'],
  [/\bgrok\b/i, 'grok-imagine'],
  [/\belevenlabs\b/i, 'elevenlabs'],
  [/\bstable audio\b/i, 'stable-audio'],
  [/\bsuno\b/i, 'suno'],
  [/\budio\b/i, 'udio'],
  [/\bcomfyui\b/i, 'comfyui'],
  [/\binvoke ?ai\b/i, 'invokeai'],
  [/\bswarmui\b/i, 'swarmui'],
  [/\bnovelai\b/i, 'novelai'],
  [/\bdraw things\b/i, 'draw-things'],
  [/\bfooocus\b/i, 'fooocus'],
]

/**
 * The slug of the generator that names itself in this way. Undefined for a company alone (Google, OpenAI): its models
 * run on many platforms.
 */
export function platformOf(name: string | undefined): string | undefined {
  const start = name?.slice(0, 300) ?? ''
  return generators.find(([pattern]) => pattern.test(start))?.[1]
}
