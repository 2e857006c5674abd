import type { CataloguePlatform, NewPlatform } from '@dailies/contract/platform.ts'
import { ofListColumn } from '../db/json-column.ts'

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
    specialties: ofListColumn(row.specialties),
    supportedOutput: ofListColumn(row.supportedOutput),
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
