import type { Expected, Shown } from './held-back-page.ts'

/** What is filed for a medium. */
interface Filed {
  prompt?: string | null | undefined
  modelName?: string | null | undefined
}

/** How that compares with what is right: a prompt of another take, or of none, is wrong; without one it is a draft. */
export function outcomeOf([, prompt, model]: Shown, filed: Filed): string {
  if (prompt === null) return filed.prompt == null ? 'right' : 'wrong prompt'
  if (filed.prompt == null) return 'draft'
  if (!meets(filed.prompt, prompt)) return 'wrong prompt'
  if (model === undefined || meets(filed.modelName, model)) return 'right'
  return filed.modelName == null ? 'without model' : 'wrong model'
}

function meets(found: string | null | undefined, expected: Expected): boolean {
  return expected instanceof RegExp ? typeof found === 'string' && expected.test(found) : found === expected
}
