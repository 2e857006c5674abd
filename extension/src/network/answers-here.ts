import type { Answers } from './reader.ts'

const world = globalThis as { dailiesAnswers?: Answers }

/** What the reader of this page knows (entrypoints/answers.ts), where there is one. */
export function answersHere(): Answers | undefined {
  return world.dailiesAnswers
}

export function bringAnswers(answers: Answers): void {
  world.dailiesAnswers = answers
}
