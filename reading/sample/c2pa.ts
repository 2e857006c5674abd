import { encode } from 'cborg'
import { joinBytes, latin1, utf8 } from './bytes.ts'
import { box } from './mp4.ts'

/** A manifest, as far as readers look at it: its claim and its assertions by their label. */
export interface SampleManifest {
  label: string
  claimLabel?: 'c2pa.claim' | 'c2pa.claim.v2'
  claim: Record<string, unknown>
  assertions: Record<string, unknown>
}

/** A manifest store; the last manifest is the active one. The signatures are of zeros. */
export function manifestStore(...manifests: SampleManifest[]): Uint8Array {
  return superbox('c2pa', 'c2pa', ...manifests.map(manifest))
}

function manifest({ label, claimLabel = 'c2pa.claim', claim, assertions }: SampleManifest): Uint8Array {
  const boxes = Object.entries(assertions).map(([name, content]) => superbox('cbor', name, cborBox(content)))
  const signature = superbox('c2cs', 'c2pa.signature', box('cbor', encode(new Uint8Array(64))))
  return superbox(
    'c2ma',
    label,
    superbox('c2as', 'c2pa.assertions', ...boxes),
    superbox('c2cl', claimLabel, cborBox(claim)),
    signature,
  )
}

function cborBox(content: unknown): Uint8Array {
  return box('cbor', encode(content))
}

/** A JUMBF superbox: its type is four letters and the rest of ISO's namespace. */
export function superbox(type: string, label: string, ...contents: Uint8Array[]): Uint8Array {
  const uuid = joinBytes(latin1(type), [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71])
  return box('jumb', box('jumd', uuid, [3], utf8(`${label}\0`)), ...contents)
}

/** As OpenAI's pictures have it. */
export const openAiManifest: SampleManifest = {
  label: 'urn:c2pa:5a1f0a3e-8a0c-4e0b-9d5e-3f6a2d1c0b9a',
  claimLabel: 'c2pa.claim.v2',
  claim: {
    claim_generator_info: { name: 'OpenAI Media Service API', specVersion: '2.2.0' },
    instanceID: 'xmp:iid:0b5d',
    signature: 'self#jumbf=c2pa.signature',
    'dc:title': 'image.png',
  },
  assertions: {
    'c2pa.actions.v2': {
      actions: [
        {
          action: 'c2pa.created',
          softwareAgent: { name: 'gpt-image', version: '2.0' },
          digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
          when: '2026-08-26T00:00:00Z',
        },
        { action: 'c2pa.converted' },
      ],
    },
    'c2pa.hash.data': { alg: 'sha256', hash: new Uint8Array(32), name: 'jumbf manifest' },
  },
}
