import { test } from 'node:test'
import { dropThroughAKill } from './drop-through-a-kill.ts'

test('30 files dropped on a scene are filed once each, through a reload and a kill of the browser', () =>
  dropThroughAKill({ files: 30, bytes: 200_000, seconds: 120 }))
