import { mediaFacts } from '@dailies/contract/media.ts'
import { contentCredentials } from '@dailies/contract/provenance.ts'
import { z } from 'zod'
import { type MadeKind, madeFiles, type Told } from './messages.ts'

const pixels = z.int().min(0).nullable()

/** A file may have taken the process over, so nothing it tells names a place, and everything has its form. */
const told = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ready') }),
  z.object({
    is: z.literal('facts'),
    facts: mediaFacts.extend({
      type: z
        .string()
        .regex(/^[a-z]+\/[\w.+-]+$/i)
        .max(100),
      videoCodec: z.string().max(40).nullable(),
      audioCodec: z.string().max(40).nullable(),
      placeholder: z
        .string()
        .regex(/^data:image\/webp;base64,[\w+/=]+$/)
        .max(400)
        .nullable(),
      perceptualHash: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .nullable(),
      problem: z.string().max(300).nullable(),
    }),
  }),
  z.object({
    is: z.literal('made'),
    kind: z.enum(Object.keys(madeFiles) as [MadeKind]),
    width: pixels,
    height: pixels,
  }),
  z.object({ is: z.literal('stage'), stage: z.enum(['film', 'proxy']) }),
  z.object({ is: z.literal('credentials'), credentials: contentCredentials }),
  z.object({
    is: z.literal('look'),
    look: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .nullable(),
  }),
  z.object({ is: z.literal('done') }),
  z.object({ is: z.literal('failed'), message: z.string().max(1000) }),
])

/** What the process told, where it has the form of it. */
export function checkedTold(message: unknown): Told | undefined {
  return told.safeParse(message).data
}
