import { readCbor } from '../block/cbor.ts'
import { readJumbf, type Superbox } from '../block/jumbf.ts'
import type { Draft } from '../draft.ts'
import { platformOf } from '../generators.ts'
import { isRecord, textOf, told } from '../values.ts'
import { digitalSourceTypeOf, isGenerative } from './digital-source-type.ts'

const mostManifests = 8
const mostActions = 40
const mostIngredients = 20

/**
 * What a C2PA manifest store tells: which generator made the media, with which model, and what was done to it since.
 * C2PA specification 2.2, 8 (claims), 18.12 (actions) and 18.16 (ingredients), and their earlier versions. Neither
 * signatures nor hashes are checked: whoever wrote the file may have written this too.
 */
export function readC2pa(bytes: Uint8Array): Draft | undefined {
  const store = readJumbf(bytes)
  const active = store?.superboxes.at(-1)
  if (!store || !active) return undefined
  const manifests = lineOf(store, active)
  const [latest] = manifests
  if (!latest?.generator && !latest?.actions.length) return undefined

  // What was generated first is what counts; the manifests in front of it are of later edits.
  const maker = manifests.findLast(isOfGenerator) ?? manifests.findLast(({ origin }) => origin) ?? latest
  const { origin } = maker
  const agent = origin?.agent
  const tool = maker.generator?.name
  const platformKey = [agent, tool, latest.generator?.name].map(platformOf).find(Boolean)
  return {
    format: 'c2pa',
    ...(tool && { tool }),
    ...(agent && agent !== tool && isOfGenerator(maker) && { modelName: agent }),
    ...(platformKey && { platformKey }),
    ...(latest.title && !isNameless(latest.title) && { title: latest.title }),
    metadata: told({
      digitalSourceType: origin?.sourceType,
      claimGenerator: latest.generator?.full,
      softwareAgent: agent,
      createdAt: origin?.when,
      actions: manifests.flatMap(({ actions }) => actions).slice(0, mostActions),
      ingredients: latest.ingredients.map(({ title, format, relationship }) =>
        told({ title, format, relationship }),
      ),
    }),
  }
}

function isOfGenerator({ origin }: Manifest): boolean {
  return isGenerative(origin?.sourceType)
}

/** OpenAI and others call each picture by the same name. */
function isNameless(title: string): boolean {
  return /^(?:image|output|untitled|download)?\.[a-z0-9]{2,5}$/i.test(title)
}

interface Manifest {
  generator?: Generator
  title?: string
  actions: Record<string, unknown>[]
  ingredients: Ingredient[]
  /** The action by which it came about, where the manifest has it. */
  origin?: Origin
}

interface Generator {
  name: string
  /** With its version, or the whole of its user agent. */
  full: string
}

interface Origin {
  agent?: string
  sourceType?: string
  when?: string
}

interface Ingredient {
  title?: string
  format?: string
  relationship?: string
  /** Label of its manifest in the store. */
  manifest?: string
}

/** The active manifest, that of what it was made from, and so on. */
function lineOf(store: Superbox, active: Superbox): Manifest[] {
  const line: Manifest[] = []
  const boxes = new Set<Superbox>()
  for (let box: Superbox | undefined = active; box && !boxes.has(box) && line.length < mostManifests; ) {
    boxes.add(box)
    const manifest = readManifest(box)
    line.push(manifest)
    const parent = manifest.ingredients.find(({ relationship }) => relationship === 'parentOf')
    box = store.superboxes.find(({ label }) => label !== '' && label === parent?.manifest)
  }
  return line
}

function readManifest(box: Superbox): Manifest {
  const claim = contentOf(box.superboxes.find(({ label }) => label.startsWith('c2pa.claim'))) ?? {}
  const assertions = box.superboxes.find(({ label }) => label === 'c2pa.assertions')?.superboxes ?? []
  const ingredients = assertions
    .filter(({ label }) => label.startsWith('c2pa.ingredient'))
    .slice(0, mostIngredients)
    .map((assertion) => ingredientOf(contentOf(assertion) ?? {}))
  const steps = assertions
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap((assertion) => stepsOf(contentOf(assertion) ?? {}))
    .slice(0, mostActions)
  const origin =
    steps.find(({ sourceType }) => isGenerative(sourceType)) ??
    steps.find(({ action }) => action === 'c2pa.created')
  return {
    generator: generatorOf(claim),
    title: textOf(claim['dc:title']),
    actions: steps.map(({ action, agent, sourceType, description, when }) =>
      told({ action, softwareAgent: agent, digitalSourceType: sourceType, description, when }),
    ),
    ingredients,
    ...(origin && { origin }),
  }
}

function contentOf(box: Superbox | undefined): Record<string, unknown> | undefined {
  const cbor = box?.contents.get('cbor')
  const content = cbor && readCbor(cbor)
  return isRecord(content) ? content : undefined
}

/** `claim_generator_info` is a list in the first version of the claim; `claim_generator` is a user agent. */
function generatorOf(claim: Record<string, unknown>): Generator | undefined {
  const [info] = [claim.claim_generator_info].flat()
  const agent = textOf(claim.claim_generator)
  const product = agent?.split(/[/ ]/, 1)[0]?.replaceAll('_', ' ')
  const name = (isRecord(info) ? textOf(info.name) : undefined) ?? product
  return name ? { name, full: nameOf(info) ?? agent ?? name } : undefined
}

interface Step extends Origin {
  action?: string
  description?: string
}

function stepsOf(assertion: Record<string, unknown>): Step[] {
  const agents = Array.isArray(assertion.softwareAgents) ? assertion.softwareAgents : []
  const actions = Array.isArray(assertion.actions) ? assertion.actions : []
  return actions.filter(isRecord).map((action) => {
    // Adobe names a model of another company in the parameters.
    const parameters = isRecord(action.parameters) ? action.parameters : {}
    const agent = action.softwareAgent ?? agents[Number(action.softwareAgentIndex)]
    return {
      action: textOf(action.action),
      agent: textOf(parameters['com.adobe.details']) ?? nameOf(agent),
      sourceType: digitalSourceTypeOf(action.digitalSourceType ?? parameters['com.adobe.digitalSourceType']),
      description: textOf(action.description),
      when: textOf(action.when),
    }
  })
}

/** Text in the first version of actions, a name and perhaps a version since. */
function nameOf(agent: unknown): string | undefined {
  if (!isRecord(agent)) return textOf(agent)
  const name = textOf(agent.name)
  return name && [name, textOf(agent.version)].filter(Boolean).join(' ')
}

function ingredientOf(assertion: Record<string, unknown>): Ingredient {
  const reference = assertion.activeManifest ?? assertion.c2pa_manifest
  return {
    title: textOf(assertion['dc:title']),
    format: textOf(assertion['dc:format']),
    relationship: textOf(assertion.relationship),
    manifest: isRecord(reference) ? labelIn(textOf(reference.url)) : undefined,
  }
}

/** `self#jumbf=/c2pa/LABEL`, and perhaps more. */
function labelIn(url: string | undefined): string | undefined {
  return /^self#jumbf=\/c2pa\/([^/]+)/.exec(url ?? '')?.[1]
}
