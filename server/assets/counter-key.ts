interface Counter {
  sceneDbId: string
  assetType: string
  platformKey: string
}

/** By which counters are told apart, and locked in one order by all who count on several: so none of them wait for each other in a circle. */
export function counterKey({ sceneDbId, assetType, platformKey }: Counter): string {
  return `${sceneDbId} ${assetType} ${platformKey}`
}
