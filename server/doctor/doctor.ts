import type { Checkup } from '@dailies/contract/doctor.ts'
import { isoNow } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { Arrived } from './address.ts'
import { examine } from './examine.ts'

/** Milliseconds for which what was found is told again: some checks reach out, and one writes. */
const kept = 10_000

/** The doctor of a service: however many ask, it looks once at a time, and what it found is told again for a while. */
export class Doctor {
  readonly #settings: Settings
  readonly #environment: Record<string, string | undefined>
  #last: { at: number; checkup: Promise<Checkup> } | undefined

  constructor(settings: Settings, environment: Record<string, string | undefined>) {
    this.#settings = settings
    this.#environment = environment
  }

  examine(arrived: Arrived): Promise<Checkup> {
    const now = performance.now()
    if (this.#last && now - this.#last.at < kept) return this.#last.checkup
    // For as long as it looks nobody else does; then `at` is when it has looked.
    const last = { at: Number.POSITIVE_INFINITY, checkup: this.#look(arrived) }
    this.#last = last
    const looked = () => {
      last.at = performance.now()
    }
    last.checkup.then(looked, looked)
    return last.checkup
  }

  async #look(arrived: Arrived): Promise<Checkup> {
    const parts = { settings: this.#settings, environment: this.#environment, arrived }
    return { checkedAt: isoNow(), checks: await examine(parts) }
  }
}
