/** Whether it is the machine that failed, and not the file: what the system refuses names the call. */
export function isMachineFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
