const methods = 'GET,POST,PUT,OPTIONS'

/** On every response, to the letter. Specification: "What the service does", CORS. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Authorization, Content-Type',
}

/** The one exception: asked for PATCH, a preflight allows it, for else no browser could call asset-update. */
export const patchPreflightHeaders = { 'access-control-allow-methods': `${methods},PATCH` }
