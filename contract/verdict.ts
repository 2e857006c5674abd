import { z } from 'zod'
import { ofArray } from './length.ts'
import { id, text, timestamp } from './text.ts'
import { was } from './was.ts'

export const verdictKind = z.enum(['approve', 'changes_needed', 'no_opinion']).meta({
  id: 'VerdictKind',
  description: 'no_opinion takes back what one said before',
})

/** What somebody said of an asset version at a time. It moves no winner and no status. docs/review.md, "Verdicts" */
export const verdict = z
  .object({
    id: z.string(),
    assetVersionId: z.string(),
    verdict: verdictKind,
    note: z.string(),
    by: z.object({
      id: z.string().nullable().meta({ description: 'Of the user; null: a guest of a link' }),
      name: z.string(),
    }),
    current: z.boolean().meta({ description: 'Whether whoever gave it gave none since' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Verdict' })

/** The body of POST verdicts. */
export const newVerdict = z
  .object({
    verdict: verdictKind,
    note: text(10_000).default('').meta({ description: 'Required with changes_needed' }),
    key: id.optional().meta({ description: 'Of your own choice: with it a repeat is given once' }),
  })
  .refine(({ verdict, note }) => verdict !== 'changes_needed' || note.trim() !== '', {
    error: 'Required: say what is to change',
    path: ['note'],
  })
  .meta({ id: 'NewVerdict' })

/** What the current verdicts of all are, counted. */
export const verdictCounts = z
  .object({ approved: z.int().min(0), changesNeeded: z.int().min(0) })
  .meta({ id: 'VerdictCounts' })

export const mostVerdictsOfVersion = 5000

/** People whose approval one project may ask for. */
export const mostApprovers = 20

/** So many of those named must approve of a version before it is APPROVED or FINAL; 0: nobody need. */
export const approvalRule = z
  .object({
    needed: z.int().min(0),
    from: z.array(z.object({ id: z.string(), name: z.string() })).meta({ description: 'By name' }),
  })
  .meta({ id: 'ApprovalRule' })

export const approvalRuleUpdate = z
  .object({
    needed: z
      .int('Must be a whole number')
      .min(0, 'Must be 0 or more')
      .max(mostApprovers, `Must be at most ${mostApprovers}`),
    fromIds: z
      .array(id)
      .max(mostApprovers, ofArray(`Must be at most ${mostApprovers} ids`))
      .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
      .meta({ uniqueItems: true, description: 'Members of the project' }),
    was: was(z.object({ needed: z.int(), fromIds: z.array(z.string()) })),
  })
  .refine(({ needed, fromIds }) => needed <= fromIds.length, {
    error: 'Must not be more than the people named',
    path: ['needed'],
  })
  .meta({ id: 'ApprovalRuleUpdate' })

export type VerdictKind = z.output<typeof verdictKind>
export type Verdict = z.output<typeof verdict>
export type NewVerdict = z.output<typeof newVerdict>
export type ApprovalRule = z.output<typeof approvalRule>
export type ApprovalRuleUpdate = z.output<typeof approvalRuleUpdate>
