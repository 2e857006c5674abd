import { readFile } from 'node:fs/promises'
import { eventName } from '@dailies/contract/event.ts'
import { newWebhook } from '@dailies/contract/webhook.ts'
import { Command, Option } from 'commander'
import { checked } from '../checked.ts'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { allOf } from '../production/membership.ts'
import { openSecretBox } from '../secret-box.ts'
import { createWebhook } from '../webhooks/create.ts'
import { countForeignSecrets } from '../webhooks/queries.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags extends UserFlags {
  url: string
  events?: string
  description?: string
  project?: string[]
  scene?: string[]
  slack?: boolean
  discord?: boolean
  template?: string
  batchEvents?: string
  batchSeconds?: string
  secretStdin?: boolean
}

export function createCommand(terminal: Terminal): Command {
  const command = new Command('create')
    .description('Register a webhook. Its signing secret is printed this once.')
    .requiredOption('--user <email>', 'whose webhook')
    .requiredOption('--url <url>', 'where to send to: https://…')
    .option('--events <names>', `separated by commas (default: ${eventName.options.join(',')})`)
    .option('--description <text>', 'what it is for')
    .option('--project <id...>', 'only events of these projects')
    .option('--scene <id...>', 'only events of these scenes, by their id')
    .addOption(new Option('--slack', 'messages for Slack').conflicts(['discord', 'template']))
    .addOption(new Option('--discord', 'messages for Discord').conflicts(['slack', 'template']))
    .option('--template <file>', 'a body of your own: a Mustache template (docs/webhook-templates.md)')
    .option('--batch-events <number>', 'up to so many events in one request, 2 to 100')
    .option('--batch-seconds <number>', 'sent so long after the first of them at the latest, 1 to 3600')
    .option('--secret-stdin', 'read the secret from standard input, instead of having one made')
  return withDatabaseFlags(command).action(async (flags: CreateFlags) => {
    const settings = checked(newWebhook, await inputOf(terminal, flags))
    const { id, secret, foreign } = await useDatabaseAs(
      terminal,
      flags,
      async ({ db, userId, settings: own }) => {
        const secretBox = openSecretBox(own)
        const rules = { development: own.development, addresses: new AllowedAddresses(own.webhookAllow) }
        const created = await createWebhook(db, allOf(userId), settings, { rules, secretBox })
        const foreign = await db.first(countForeignSecrets, { sealedBy: `${secretBox.prefix}%` })
        return { ...created, foreign: foreign?.count ?? 0 }
      },
    )
    terminal.print(`Webhook  ${id}`)
    if (!flags.secretStdin) terminal.print(`Secret   ${secret}`)
    if (foreign > 0) terminal.warn(otherKey)
  })
}

async function inputOf(terminal: Terminal, flags: CreateFlags): Promise<object> {
  const { url, description, project, scene, batchEvents, batchSeconds } = flags
  const secret = flags.secretStdin ? await terminal.input() : undefined
  const batched = batchEvents !== undefined || batchSeconds !== undefined
  return {
    url,
    description,
    events: flags.events?.split(',').map((name) => name.trim()) ?? eventName.options,
    projectIds: project,
    sceneDbIds: scene,
    template: await templateOf(flags),
    batching: batched ? { maxEvents: numberOf(batchEvents), maxSeconds: numberOf(batchSeconds) } : undefined,
    secret,
  }
}

async function templateOf({ slack, discord, template }: CreateFlags): Promise<object | undefined> {
  if (slack) return { type: 'slack' }
  if (discord) return { type: 'discord' }
  return template === undefined ? undefined : { type: 'custom', body: await readFile(template, 'utf8') }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

const otherKey =
  'dailies: other webhooks are sealed by another key than this one. If that is the key of the service, it cannot send ' +
  'to this one: run the command with its DAILIES_SECRET_KEY, or in its data folder.'
