import { z } from 'zod'
import { type Endpoint, one } from './endpoint.ts'
import { filmMarkUpdate, markCounts, marks, myMarkUpdate } from './mark.ts'
import { id } from './text.ts'

const ofAsset = z.object({ id: id.meta({ description: 'Of the asset version' }) })
const ofScene = z.object({ id: id.meta({ description: 'Of the scene: its own id, not its number' }) })

const tag = 'Review'
const errors = [400, 401, 404] as const

/** What was made of takes at a glance. docs/review.md, "Marks" */
export const markEndpoints = {
  setMyMark: {
    method: 'PUT',
    path: '/api/assets/{id}/marks/mine',
    tag,
    permission: 'review',
    role: 'viewer',
    summary: 'Mark an asset version for oneself',
    description: 'Flag, stars, and that one has looked at it: nobody else sees them.',
    params: ofAsset,
    body: myMarkUpdate,
    reply: one(marks),
    errors,
  },
  setFilmMark: {
    method: 'PUT',
    path: '/api/assets/{id}/marks/film',
    tag,
    permission: 'selection',
    role: 'editor',
    summary: 'Mark an asset version for the film',
    description: 'Flag and stars that everybody sees. They move no winner and no status.',
    params: ofAsset,
    body: filmMarkUpdate,
    reply: one(marks),
    errors,
  },
  countMarks: {
    method: 'GET',
    path: '/api/scenes/{id}/marks',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Tell how many asset versions of a scene are marked, and how many one has not looked at',
    params: ofScene,
    reply: one(markCounts),
    errors,
  },
} as const satisfies Record<string, Endpoint>
