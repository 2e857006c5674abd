/** Milliseconds: a lease that is not renewed for so long is another's to take. */
export const leaseMilliseconds = 60_000

const renewEvery = 15_000

/** Works at something that is leased, and has the lease renewed meanwhile. A renewal that fails is told, and the work goes on. */
export async function held<T>(
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
  onError: (error: unknown) => void,
): Promise<T> {
  const timer = setInterval(() => void renew().catch(onError), renewEvery)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
