/** On every response, whatever it is: a browser goes by its type alone. Fetch Standard, "X-Content-Type-Options". */
export const alwaysHeaders = { 'x-content-type-options': 'nosniff' }
