/** Why there is no release, in words for whoever asked for one. */
export class Problem extends Error {}
