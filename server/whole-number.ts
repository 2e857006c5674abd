import { z } from 'zod'

/** Of a setting: a whole number from `least` to `most`, as text or as a number. */
export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('Must be a whole number')
    .int('Must be a whole number')
    .min(least, `Must be ${least} or more`)
    .max(most, `Must be ${most} or less`)
