/**
 * The command, so that the kernel ends it once it has used its processor time, or refuses it more memory; it is nice to others
 * from before its first thread on, and leaves no core. Where there is no shell it is the command alone.
 */
export function limitedCommand(
  command: string[],
  { processorSeconds, addressBytes }: { processorSeconds: number; addressBytes?: number },
): string[] {
  if (process.platform === 'win32') return command
  const kilobytes = addressBytes ? String(Math.ceil(addressBytes / 1024)) : ''
  return ['/bin/sh', '-c', script, 'sh', String(Math.ceil(processorSeconds)), kilobytes, ...command]
}

/** A limit that is there already stays: it may be lower, and a shell that may not raise one ends. */
const script = `
ulimit -c 0
[ "$(ulimit -t)" = unlimited ] && ulimit -t "$1"
[ -n "$2" ] && [ "$(ulimit -v)" = unlimited ] && ulimit -v "$2" 2>/dev/null
shift 2
[ "$(nice)" -ge 10 ] && exec "$@"
exec nice -n 10 "$@"
`
