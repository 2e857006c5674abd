import type { Draft } from '../draft.ts'
import { platformOf } from '../generators.ts'
import { told } from '../values.ts'
import { digitalSourceTypeOf, isGenerative } from './digital-source-type.ts'

/**
 * What XMP tells of a generated picture: the four properties for it of the IPTC Photo Metadata Standard 2025.1, how it
 * came about, and the tool. Nothing for a picture that neither says it is generated nor names a generator.
 */
export function readXmpProperties(properties: ReadonlyMap<string, string>): Draft | undefined {
  const get = (name: string) => properties.get(name)
  const sourceType = digitalSourceTypeOf(get('iptcExt:DigitalSourceType'))
  const system = get('iptcExt:AISystemUsed')
  const prompt = get('iptcExt:AIPromptInformation')
  const creatorTool = get('xmp:CreatorTool') ?? get('tiff:Software')
  const credit = get('photoshop:Credit')
  const isGenerated = isGenerative(sourceType) || /\b(?:made|edited) with google ai\b/i.test(credit ?? '')
  // Of a photograph the credit is a person, who may be named as a generator is.
  const names = [system, creatorTool, isGenerated ? credit : undefined]
  const platformKey = names.map(platformOf).find(Boolean)
  if (!isGenerated && !system && !prompt && !platformKey) return undefined

  const version = get('iptcExt:AISystemVersionUsed')
  return {
    format: 'xmp',
    ...(creatorTool && { tool: creatorTool }),
    ...(prompt && { prompt }),
    ...(system && { modelName: [system, version].filter(Boolean).join(' ') }),
    ...(platformKey && { platformKey }),
    ...(get('dc:title') && { title: get('dc:title') }),
    metadata: told({
      digitalSourceType: sourceType,
      creatorTool,
      credit,
      promptWriter: get('iptcExt:AIPromptWriterName'),
      imageGuid: get('iptcExt:DigImageGUID'),
      creator: get('dc:creator'),
    }),
  }
}
