/** Where each row is a card of its own. */
export const narrow = window.matchMedia('(max-width: 767px)')
