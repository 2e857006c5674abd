import type { Change } from './change.ts'

/** A message has some 200 characters: nothing but ids. */
const mostMessages = 1000

/** A change by its place, and as it is written: made once, where somebody hears of it at all. */
class Message {
  readonly place: number
  readonly change: Change
  readonly #epoch: string
  #text: string | undefined

  constructor(place: number, change: Change, epoch: string) {
    this.place = place
    this.change = change
    this.#epoch = epoch
  }

  get text(): string {
    const { userId: _user, queued: _queued, ...shown } = this.change
    this.#text ??= `id: ${this.#epoch}-${this.place}\ndata: ${JSON.stringify(shown)}\n\n`
    return this.#text
  }
}

/** The last messages, by their places: numbers without a gap. */
export class Recent {
  readonly #epoch: string
  #messages: Message[] = []
  /** The place of the last message. */
  last = 0

  constructor(epoch: string) {
    this.#epoch = epoch
  }

  add(change: Change): void {
    this.last += 1
    this.#messages.push(new Message(this.last, change, this.#epoch))
    // A quarter at a time, for it moves the others.
    if (this.#messages.length > mostMessages) this.#messages.splice(0, mostMessages / 4)
  }

  /** Forgets all: whoever has come to a place before has missed something. */
  forget(): void {
    this.#messages = []
    this.last += 1
  }

  /** Whether everything behind the place is still here. */
  has(place: number): boolean {
    const first = this.#messages[0]?.place ?? this.last + 1
    return place >= first - 1 && place <= this.last
  }

  *after(place: number): Iterable<Message> {
    const first = this.#messages[0]?.place ?? 0
    for (let at = place + 1 - first; at < this.#messages.length; at += 1) yield this.#messages[at]!
  }
}
