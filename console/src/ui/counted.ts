/** "1 take", "1,240 takes". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
}

/** "0 of 1 shot", "3 of 1,240 shots". */
export function countedOf(count: number, all: number, noun: string): string {
  return `${count.toLocaleString()} of ${counted(all, noun)}`
}
