/** Which of so many frames is at that place, 0 to 1 from left to right. What lies beside is the first, or the last. */
export function frameAt(place: number, frames: number): number {
  return Math.min(Math.max(Math.floor(place * frames), 0), frames - 1)
}
