import type { Json } from '../db/database.ts'

/** A reply that is JSON already. */
export class WrittenReply<Reply> {
  /** For the type alone. */
  declare readonly reply: Reply
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** A reply of the shape `{ ...rest, [key]: list }`, whose list is JSON already. */
export function withList<Rest extends object, Key extends string, List>(
  rest: Rest,
  key: Key,
  list: Json<List>,
): WrittenReply<Rest & Record<Key, List>> {
  const members = JSON.stringify(rest).slice(1, -1)
  return new WrittenReply(`{${members}${members && ','}"${key}":${list}}`)
}
