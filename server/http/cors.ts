const methods = 'GET,POST,PUT,OPTIONS'

/** On every response, to the letter. docs/interface.md, "CORS". */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Authorization, Content-Type',
}

/**
 * The one exception: a preflight that asks for PATCH, or on a path that takes DELETE for that, is told so, for else
 * no browser could call asset-update or change and delete a webhook.
 */
export function preflightHeaders(asked: string | undefined, taken: Set<string>): typeof corsHeaders {
  const added = asked === 'PATCH' || (asked === 'DELETE' && taken.has('DELETE'))
  return added ? { ...corsHeaders, 'access-control-allow-methods': `${methods},${asked}` } : corsHeaders
}
