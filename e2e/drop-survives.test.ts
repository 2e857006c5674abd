import { test } from 'node:test'
import { dropThroughAKill } from './drop-through-a-kill.ts'

test('12 files dropped on a scene are filed once each, through a reload and a kill of the browser', () =>
  dropThroughAKill({ files: 12, bytes: 200_000, seconds: 120 }))
