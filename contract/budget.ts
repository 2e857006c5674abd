import { z } from 'zod'
import { withDoubles } from './json-object.ts'

/** Dollars that a film may cost at most: sums go no further. */
const mostBudget = 1e12

/** What a film may cost, in the dollars of `costEstimateUsd`; null where nobody says. */
export const budgetUsd = withDoubles(
  z
    .number()
    .min(0.01, 'Must be 0.01 or more')
    .max(mostBudget, `Must be at most ${mostBudget.toLocaleString('en')}`),
).nullable()

/** As it was read, before it is changed. */
export const budgetRead = withDoubles(z.number()).nullable()

const shown = z.number().nullable()

/** What a film may cost, and what it did. */
export const budget = {
  budgetUsd: shown.meta({ description: 'What it may cost, in US dollars; null: nobody says' }),
  spentUsd: shown.meta({
    description:
      'What all takes of it cost that are not deleted, as far as that is known; null without a budget',
  }),
}
