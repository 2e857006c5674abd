/** Of IPTC's vocabulary, those in whose making a trained model had a part. */
const generative = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic']

/**
 * The term alone, without the address of its vocabulary (https://cv.iptc.org/newscodes/digitalsourcetype/ or C2PA's
 * own), such as `trainedAlgorithmicMedia`.
 */
export function digitalSourceTypeOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return /(?:^|\/)([A-Za-z]{3,60})\s*$/.exec(value)?.[1]
}

export function isGenerative(sourceType: string | undefined): boolean {
  return sourceType !== undefined && generative.includes(sourceType)
}
