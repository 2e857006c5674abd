import { runProgram } from './commands/program.ts'
import { processTerminal } from './commands/terminal.ts'

// Whatever is written (the database with its -wal and -shm, keys, media): nobody else on the machine is to read it.
process.umask(0o077)

process.exitCode = await runProgram(process.argv.slice(2), processTerminal)
