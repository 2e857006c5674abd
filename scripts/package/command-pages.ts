import { programOf } from '../../server/commands/program.ts'
import { processTerminal } from '../../server/commands/terminal.ts'

type Command = Awaited<ReturnType<typeof programOf>>

export interface Described {
  /** `token create`. */
  name: string
  summary: string
  help: string
  /** Its commands and flags. */
  words: string[]
}

/** All commands of `dailies`, itself first, as commander has them. */
export async function commandsOf(): Promise<Described[]> {
  const described: Described[] = []
  const add = (command: Command, name: string) => {
    const flags = command.options.flatMap(({ long }) => long ?? [])
    const words = [...command.commands.map((each) => each.name()), ...flags, '--help']
    described.push({ name, summary: command.description(), help: command.helpInformation(), words })
    for (const each of command.commands) add(each, `${name} ${each.name()}`)
  }
  add(await programOf([], processTerminal), 'dailies')
  return described
}

/** A page of troff: each command with its help. */
export function manual(commands: Described[], version: string): string {
  const parts = commands.map(({ name, help }) => `.SS ${escaped(name)}\n.nf\n${escaped(help.trim())}\n.fi\n`)
  return `.TH DAILIES 1 "" "dailies ${version}" "User Commands"
.SH NAME
dailies \\- self\\-hosted production workspace for AI\\-generated footage
.SH SYNOPSIS
.B dailies
.I command
[\\fIoptions\\fR]
.SH COMMANDS
${parts.join('')}.SH FILES
.TP
.I /etc/dailies.env
Settings of the units.
.TP
.I /var/lib/dailies
Database, keys and media.
`
}

/** A line that begins with a dot or an apostrophe would be a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&')
}

export function bashCompletion(commands: Described[]): string {
  return `# Completion of dailies for bash.
_dailies() {
  local current=\${COMP_WORDS[COMP_CWORD]} name=dailies index words=
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$name \${COMP_WORDS[index]}" in
      ${commands
        .slice(1)
        .map(({ name }) => `'${name}'`)
        .join(' | ')}) name="$name \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$name" in
${commands.map(({ name, words }) => `    '${name}') words='${words.join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dailies dailies
`
}

export function zshCompletion(commands: Described[]): string {
  return `#compdef dailies
_dailies() {
  local name=dailies index
  for ((index = 2; index < CURRENT; index++)); do
    case "$name $words[index]" in
      ${commands
        .slice(1)
        .map(({ name }) => `'${name}'`)
        .join(' | ')}) name="$name $words[index]" ;;
    esac
  done
  case "$name" in
${commands.map(({ name, words }) => `    '${name}') compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
_dailies "$@"
`
}
