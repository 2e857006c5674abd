import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { quoted } from './plain.ts'
import { isData } from './shown.ts'

export const prompts: ListPromptsResult['prompts'] = [
  {
    name: 'review_scene',
    title: 'Review the takes of a scene',
    description: 'Looks through the takes of a scene and proposes a winner for each shot.',
    arguments: [
      { name: 'scene', description: 'Number of the scene, or words of its story beat', required: true },
    ],
  },
]

/** Throws an McpError for what there is not. */
export function promptOf(name: string, given: Record<string, string> = {}): GetPromptResult {
  if (name !== 'review_scene') {
    throw new McpError(
      ErrorCode.InvalidParams,
      `There is no prompt ${quoted(name, 100)}: there is review_scene`,
    )
  }
  if (!given.scene?.trim()) throw new McpError(ErrorCode.InvalidParams, 'scene: Required')
  const text = `Review the takes of the scene ${quoted(given.scene, 200)} in Dailies.
1. find_scene, then list_shots and list_takes of it.
2. For each shot, or the scene itself where it has none, compare_takes of the candidates, up to four at a time.
3. Propose a winner for each, and say why in a sentence: how well it shows the story beat, faults of the picture, continuity with the other shots, cost.
Change nothing: select_take only once I have agreed. ${isData}`
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
