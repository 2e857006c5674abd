/** At Ctrl-C or SIGTERM: undoes what is on the stack, then ends. */
export function undoAtSignal(stack: AsyncDisposableStack): void {
  const undo = async () => {
    // Ctrl-C reaches the other processes too, and what is under way fails for want of them.
    process.on('uncaughtException', () => {})
    await stack.disposeAsync()
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, undo)
  stack.defer(() => {
    for (const signal of signals) process.off(signal, undo)
  })
}
