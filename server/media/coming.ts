/** Bytes of a whole file that is coming here. */
export interface Expected {
  projectId: string
  /** Grows with what comes, where it was not known before. */
  bytes: number
}

/** Bytes that files take which were let in before another. */
export interface Ahead {
  ofProject: number
  ofAll: number
}

/**
 * Whole files that are coming to this process, in the order in which they were let in: until they are there nothing else counts them, and
 * many at once would each find room.
 */
export class Coming {
  readonly #files = new Set<Expected>()

  /** In one turn, so that of two each sees the other or is seen by it. `end` is to be called once it is counted, or does not come. */
  expect(projectId: string, bytes: number): { expected: Expected; end: () => void } {
    const expected = { projectId, bytes }
    this.#files.add(expected)
    return { expected, end: () => this.#files.delete(expected) }
  }

  ahead(expected: Expected): Ahead {
    const ahead = { ofProject: 0, ofAll: 0 }
    for (const file of this.#files) {
      if (file === expected) break
      ahead.ofAll += file.bytes
      if (file.projectId === expected.projectId) ahead.ofProject += file.bytes
    }
    return ahead
  }
}
