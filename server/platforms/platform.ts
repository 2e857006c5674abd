import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { CataloguePlatform, NewPlatform } from '@dailies/contract/platform.ts'

interface Row {
  id: string
  slug: string
  name: string
  provider: string
  specialties: string
  supportedOutput: string
  homepageUrl: string | null
  docsUrl: string | null
  own: number
}

export function toPlatform(row: Row): CataloguePlatform {
  return {
    ...row,
    specialties: JSON.parse(row.specialties) as string[],
    supportedOutput: JSON.parse(row.supportedOutput) as AssetType[],
    own: row.own === 1,
  }
}

export function toColumns(platform: NewPlatform) {
  return {
    slug: platform.slug,
    name: platform.name,
    provider: platform.provider,
    specialties: JSON.stringify(platform.specialties),
    supportedOutput: JSON.stringify(platform.supportedOutput),
    homepageUrl: platform.homepageUrl,
    docsUrl: platform.docsUrl,
  }
}
