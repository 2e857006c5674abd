import { liveCuts } from '../test/live-cuts.ts'

liveCuts(20)
