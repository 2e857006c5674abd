import { useEffect, useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'

/** A value once it has stayed the same for so many milliseconds; the first one at once. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  const settling = useDebounced(milliseconds)
  useEffect(() => settling.later(() => setSettled(value)), [value, settling])
  return settled
}
