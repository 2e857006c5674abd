import { DailiesError } from '../../../../sdk/src/error.ts'
import { errorText } from '../../ui/error-text.ts'
import { lineOf } from './line-of.ts'

const shown = 20

/** What the service finds wrong with a workspace file, each with its line in the text. */
export function workspaceProblems(error: unknown, text: string): string[] {
  const found = error instanceof DailiesError ? error.fieldErrors.workspace : undefined
  if (!found) return [errorText(error)]
  const problems = found.slice(0, shown).map((problem) => located(problem, text))
  return found.length > shown ? [...problems, `And ${found.length - shown} more.`] : problems
}

/** `projects.0.scenes.2.sceneId: Required` */
function located(problem: string, text: string): string {
  const [, path, message] = /^([\w.]+): (.*)$/s.exec(problem) ?? []
  if (!path || !message) return problem
  const readable = path.replace(/\.(\d+)/g, '[$1]')
  return `Line ${lineOf(text, path)}: ${readable}: ${message}`
}
