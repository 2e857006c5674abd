/** How many takes it took to find a winner, in words. */
export function takesPerWinner({ versions, winners }: { versions: number; winners: number }): string {
  return winners === 0 ? 'no winner yet' : (versions / winners).toFixed(1)
}
