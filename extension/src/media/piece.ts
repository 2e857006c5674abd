/** Bytes of a piece: what is in memory of a file, and what a page hands over at once. */
export const pieceSize = 4 * 1024 ** 2

/** Bytes of a file that is sent from here; what is larger is left to the service. */
export const mostOfFile = 2 * 1024 ** 3

/** Bytes of all that waits here to be sent. */
export const mostInAll = 4 * 1024 ** 3

/** Milliseconds in which something must come, and in which all of it must have come. */
export const silence = 30_000
export const patience = 30 * 60_000
