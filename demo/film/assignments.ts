import { SALT_ROUND } from './workspace.ts'

/** What is left to do, and by when: in so many days from the day on which the demo is made. */
export const assignments = [
  { project: SALT_ROUND, sceneId: '002', shotCode: '002-C', dueInDays: -6, note: null },
  {
    project: SALT_ROUND,
    sceneId: '007',
    shotCode: '007-B',
    dueInDays: -1,
    note: 'The lamp has to stay in the left third: it is cut against 024-A.',
  },
  { project: SALT_ROUND, sceneId: '012A', shotCode: '012A-B', dueInDays: 0, note: null },
  { project: SALT_ROUND, sceneId: '019', shotCode: '019-B', dueInDays: 3, note: null },
  {
    project: SALT_ROUND,
    sceneId: '024',
    shotCode: '024-C',
    dueInDays: 12,
    note: 'Wait for the final colour of 024-B.',
  },
]
