import { orrin } from './orrin.ts'
import { scene001 } from './scene-001.ts'
import { scene002 } from './scene-002.ts'
import { scene007 } from './scene-007.ts'
import { scene012A } from './scene-012a.ts'
import { scene019 } from './scene-019.ts'
import { scene024 } from './scene-024.ts'
import type { Take } from './take.ts'

/** Competing takes of both films, spread over platforms, in the order in which they were made. */
export const takes: Take[] = [
  ...scene001,
  ...scene002,
  ...scene007,
  ...scene012A,
  ...scene019,
  ...scene024,
  ...orrin,
]
