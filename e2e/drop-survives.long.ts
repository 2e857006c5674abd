import { test } from 'node:test'
import { dropThroughAKill } from './drop-through-a-kill.ts'

test('500 files of 5 MB dropped on a scene are filed once each, through a reload and a kill of the browser', () =>
  dropThroughAKill({ files: 500, bytes: 5_000_000, seconds: 1800 }))
