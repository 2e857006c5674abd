import { WasmReader } from '@contentauth/c2pa-wasm'
import type { ContentCredentials } from '@dailies/contract/provenance.ts'
import { z } from 'zod'
import { loadC2pa, withFile } from './c2pa.ts'
import { noCredentials, takesCredentials } from './no-credentials.ts'

const text = z.string().optional().catch(undefined)
const agent = z
  .union([z.string(), z.object({ name: text, version: text })])
  .optional()
  .catch(undefined)

const action = z.object({
  action: z.string(),
  when: text,
  softwareAgent: agent,
  digitalSourceType: text,
})

const manifest = z.object({
  claim_generator: text,
  claim_generator_info: z
    .array(z.object({ name: text, version: text }))
    .optional()
    .catch(undefined),
  title: text,
  assertions: z
    .array(z.object({ label: z.string(), data: z.unknown() }))
    .optional()
    .catch(undefined),
  signature_info: z.object({ issuer: text, common_name: text, time: text }).optional().catch(undefined),
})

const stored = z.object({
  active_manifest: text,
  manifests: z.record(z.string(), z.unknown()).optional(),
  validation_status: z
    .array(z.object({ code: z.string() }))
    .optional()
    .catch(undefined),
  validation_state: text,
})

type Action = z.output<typeof action>

/** Of one that could not be looked at. */
function unreadable(reason: string): ContentCredentials {
  return { ...noCredentials, state: 'unreadable', reasons: [shortened(reason)] }
}

/**
 * What a file says of itself, signed. `anchors` are certificates in PEM of those whose signatures are trusted. Nothing is fetched.
 * C2PA 2.2, section 15.
 */
export async function readCredentials(
  path: string,
  type: string,
  anchors: string,
): Promise<ContentCredentials> {
  if (!takesCredentials(type)) return noCredentials
  await loadC2pa()
  const context = {
    verify: { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false },
    ...(anchors && { trust: { user_anchors: anchors } }),
  }
  try {
    return await withFile(path, async (file) => {
      const reader = await WasmReader.fromBlob(type, file, JSON.stringify(context))
      try {
        return toldBy(JSON.parse(reader.json()))
      } finally {
        reader.free()
      }
    })
  } catch (error) {
    const words = String(error)
    return /JumbfNotFound|UnsupportedType/.test(words) ? noCredentials : unreadable(words)
  }
}

function toldBy(json: unknown): ContentCredentials {
  const store = stored.parse(json)
  const active = manifest.parse(store.manifests?.[store.active_manifest ?? ''] ?? {})
  const actions = (active.assertions ?? []).flatMap(actionsOf)
  const [generator] = active.claim_generator_info ?? []
  return {
    state: stateOf(store.validation_state),
    signer: orNull(active.signature_info?.common_name),
    issuer: orNull(active.signature_info?.issuer),
    signedAt: orNull(active.signature_info?.time),
    generator: orNull(generator ? named(generator) : active.claim_generator),
    title: orNull(active.title),
    digitalSourceType: orNull(actions.find((one) => one.digitalSourceType)?.digitalSourceType),
    actions: actions.slice(0, 50).map((one) => ({
      action: shortened(one.action),
      when: orNull(one.when),
      agent: orNull(typeof one.softwareAgent === 'object' ? named(one.softwareAgent) : one.softwareAgent),
    })),
    reasons: [...new Set((store.validation_status ?? []).map(({ code }) => shortened(code)))].slice(0, 20),
  }
}

function stateOf(state: string | undefined): ContentCredentials['state'] {
  if (state === 'Trusted') return 'trusted'
  return state === 'Valid' ? 'valid' : 'invalid'
}

function actionsOf({ label, data }: { label: string; data?: unknown }): Action[] {
  if (!/^c2pa\.actions(\.v\d+)?(__\d+)?$/.test(label)) return []
  const found = z.object({ actions: z.array(z.unknown()) }).safeParse(data).data?.actions ?? []
  return found.slice(0, 1000).flatMap((one) => action.safeParse(one).data ?? [])
}

function named({ name, version }: { name?: string | undefined; version?: string | undefined }) {
  return [name, version].filter(Boolean).join(' ') || undefined
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : shortened(value)
}

/** It is whatever somebody wrote into a file. */
function shortened(value: string): string {
  return value.slice(0, 500).toWellFormed().replaceAll('\0', '')
}
