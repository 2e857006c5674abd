import { useEffect, useState } from 'react'
import { accessible, onAccessChange } from '../../connection/permissions.ts'
import { tellChange } from '../background.ts'

/** Which of these hosts may be reached, as the user gives and takes it; undefined while it is being asked. */
export function useAccess(patterns: readonly string[]): ReadonlySet<string> | undefined {
  const [access, setAccess] = useState<ReadonlySet<string>>()
  const key = patterns.join(' ')
  useEffect(() => {
    let current = true
    const read = async () => {
      const found = await accessible(key === '' ? [] : key.split(' '))
      if (current) setAccess(found)
    }
    void read()
    const endListening = onAccessChange(() => {
      void read()
      void tellChange()
    })
    return () => {
      current = false
      endListening()
    }
  }, [key])
  return access
}
