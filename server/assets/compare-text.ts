/** For `sort`: ids and times as the databases order them. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
