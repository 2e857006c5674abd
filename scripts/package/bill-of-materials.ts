import { createHash } from 'node:crypto'
import type { LockedPackage } from './locked.ts'

interface Made {
  version: string
  packages: readonly LockedPackage[]
  /** In seconds since 1970. */
  moment: number
}

/**
 * What an installation is made of, as CycloneDX 1.6 has it (https://cyclonedx.org/docs/1.6/json/). The same for the same packages: its
 * serial number is a hash of what it says.
 */
export function billOfMaterials({ version, packages, moment }: Made): object {
  const subject = `pkg:generic/dailies@${version}`
  const components = packages.map(componentOf)
  const unique = [...new Map(components.map((each) => [each['bom-ref'], each])).values()]
  const bill = {
    metadata: {
      timestamp: new Date(moment * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': subject,
        name: 'dailies',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        purl: subject,
      },
    },
    components: unique,
    dependencies: [{ ref: subject, dependsOn: unique.map((each) => each['bom-ref']) }],
  }
  const said = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${said.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`,
    version: 1,
    ...bill,
  }
}

function componentOf({ name, version = '', license, integrity, resolved }: LockedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version.replaceAll('+', '%2B')}`
  const [, algorithm, base64 = ''] = /^(sha\d+)-(\S+)/.exec(integrity ?? '') ?? []
  const isExpression = /^[\w.+() -]+$/.test(license ?? '') && !/^see /i.test(license ?? '')
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(algorithm && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') },
      ],
    }),
    licenses: [isExpression ? { expression: license } : { license: { name: license ?? 'not said' } }],
    purl,
    ...(resolved?.startsWith('https:') && {
      externalReferences: [{ type: 'distribution', url: resolved }],
    }),
  }
}
