/** The address of a bundle of what is there now: nothing of it was changed, put there or removed since. See `bundle.ts`. */
export function bundled(which: 'command' | 'service', root?: string): string | undefined
