import type { z } from 'zod'

/**
 * What somebody had read before they changed it. Whoever sends none overwrites whatever is there. docs/interface.md, "Clashing
 * edits"
 */
export function was<Read extends z.core.$ZodLooseShape>(read: z.ZodObject<Read>) {
  return read.partial().optional().meta({
    description:
      'As it was read. Where one of these is another by now, and not what it is to become, nothing is changed (409).',
  })
}
