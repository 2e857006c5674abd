import { textOf } from '@dailies/reading/values.ts'
import { isPrompt } from '../../platforms/generic.ts'
import type { JsonObject } from '../recipes/recipe.ts'

/** Names of members that hold the prompt, as `wordsOf` writes them; what the artist wrote before what was made of it. */
const prompts = [
  ...['userprompt', 'originalprompt', 'inputprompt', 'rawprompt', 'textprompt', 'prompttext', 'prompt'],
  ...[
    'fullprompt',
    'positiveprompt',
    'gptdescriptionprompt',
    'generationprompt',
    'videoprompt',
    'musicprompt',
  ],
  ...['promptstring', 'promptcontent', 'promptvalue', 'fullcommand'],
]
const madePrompts = [
  'enhancedprompt',
  'revisedprompt',
  'magicprompt',
  'expandedprompt',
  'optimizedprompt',
  'finalprompt',
]
/** They may say something else, and count only where they read like a prompt. */
const descriptions = ['caption', 'description', 'desc', 'text', 'instruction', 'instructions']

/** What media are made from, and whose they are. */
const others =
  /^(?:inputs?|init|initial|refs?|references?|sources?|start|first|last|end|tail|mask|masks|control|upload|uploads|uploaded|users?|avatars?|authors?|creators?|owners?|profiles?|style|styles|character|characters|elements?|parent|remix|template|templates|examples?|models?|voices?|presets?|composer|editor|suggestions?|ideas?|inspirations?|logo|icon|badge|banner|team|workspace|moodboard|guide|guidance|condition|garment|face|pose|subject|product|prompt|background|original|webhook|callback|frames?)$/

/** `user_prompt`, `userPrompt` and `User Prompt` are one. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
}

/** What is asked for: prompts in it are of what came of it, media in it are not. */
const asking =
  /^(?:request|payload|body|prompt|args|init|.*(?:inputs?|params|parameters?|options|settings?|config|configuration|arguments|guidance|conditions?))$/

export function isAsking(name: string): boolean {
  return asking.test(wordsOf(name).join(''))
}

export function isOthers(name: string): boolean {
  return wordsOf(name).some((word) => others.test(word))
}

/** The prompt that an object holds by itself. */
export function promptOf(object: JsonObject): string | undefined {
  const named = new Map(
    Object.entries(object)
      .slice(0, 300)
      .map(([name, value]) => [wordsOf(name).join(''), value]),
  )
  for (const name of [...prompts, ...madePrompts]) {
    const value = named.get(name)
    const text = textOf(value) ?? textIn(value)
    if (text && !/^(?:https?:|data:|[[{])/.test(text) && /\p{L}{2}/u.test(text)) return text
  }
  return undefined
}

/** `{ "text": … }`, and what `arguments` has: `{ "name": "prompt", "value": … }`. */
function textIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { text, value: given, content, raw } = value as JsonObject
  return textOf(text) ?? textOf(given) ?? textOf(content) ?? textOf(raw)
}

/** `{ "name": "prompt", "value": "…" }` */
export function argumentOf({ name, key, value }: JsonObject): string | undefined {
  const named = textOf(name) ?? textOf(key)
  return named && prompts.includes(wordsOf(named).join('')) ? textOf(value) : undefined
}

export function descriptionOf(object: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(object).slice(0, 300)) {
    const text = textOf(value)
    if (text && descriptions.includes(wordsOf(name).join('')) && isPrompt(text)) return text
  }
  return undefined
}
