import { Command } from 'commander'
import type { Terminal } from './terminal.ts'
export function watchCommand(_terminal: Terminal): Command {
  return new Command('watch')
}
