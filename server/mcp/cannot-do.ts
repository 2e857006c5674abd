/** The tool was asked for what it cannot do; the message says what to do instead. */
export class CannotDo extends Error {}
