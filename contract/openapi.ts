import { z } from 'zod'
import { type Deprecation, deprecationOf } from './deprecation.ts'
import { type Endpoint, takesSession, takesToken } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { errorBody } from './error.ts'
import { type EventName, eventData, eventEnvelope } from './event.ts'

type JsonSchema = Record<string, unknown>

const errorDescriptions: Record<number, string> = {
  400: 'Invalid payload: `details.fieldErrors` says which field or parameter, and why',
  401: 'Unauthorized: the token is missing, invalid, expired or revoked; or nobody is signed in',
  403: 'Insufficient permissions: the token or the user may not do this, or the role is too little; a page of another site asks; or the session lacks the second factor that is required here',
  404: 'Missing, or out of the user’s reach',
  409: 'Somebody changed it meanwhile: `details.clashes` says what it is now, and nothing is changed',
  413: 'The body is over the size limit',
  415: 'The body is not application/json',
  416: 'There is nothing at that range',
  429: 'Too often: the header Retry-After says in how many seconds to try again',
  500: 'Internal server error',
  503: 'The database or the media store cannot be reached, or there are too many streams; try again',
  507: 'There is no room left for media, or the quota is used up',
}

const tagDescriptions: Record<Endpoint['tag'], string> = {
  Extension: 'What the browser extension speaks',
  Production: 'Projects, scenes, shots and characters: building the production',
  Members: 'Who is what in a project',
  Assets: 'What the console does with asset versions',
  Media: 'The bytes of what was captured, and what is made of them to look at',
  Review: 'Takes looked at together: comments, verdicts, playlists',
  'Review sessions': 'One leads, and the players of the others follow',
  Links: 'Addresses by which people without an account see takes, for members',
  Guests: 'What somebody without an account sees by such an address',
  'Prompt packages': 'Prompts to use again',
  Inbox: 'What concerns somebody, and how they are told of it',
  Preferences: 'What somebody likes to find set',
  Reports: 'Sums over a production',
  Tokens: 'Making, narrowing, replacing and revoking tokens, and the trail of it',
  Webhooks: 'Registration of webhooks, and the log of what was sent to them',
  Events: 'What happened, in order, for whoever asks; and what a webhook is sent',
  Doctor: 'Whether the installation is well, for administrators',
  Account: 'Set-up, signing in and out of the console, and one’s own account',
  Users: 'Users and invitations, for administrators',
}

const eventSummaries: Record<EventName, string> = {
  'asset.created': 'An asset version was captured',
  'asset.status_changed': 'The status of an asset version changed',
  'asset.selected': 'An asset version became the winner of its scene, shot and type',
  'scene.completed': 'Every required shot of a scene has an APPROVED or FINAL version',
  'shot.assigned': 'Somebody was assigned to a shot',
  'asset.commented': 'Somebody said something of an asset version',
  'asset.verdict': 'Somebody gave a verdict on an asset version',
  'review.completed': 'A review session came to its end',
  'asset.media_kept': 'The media of an asset version are kept: its bytes are here',
  'asset.media_lost': 'The media of an asset version are lost: their link ended before they were kept',
}

/** Headers of answers to whoever was let in, thus of none with 401 or 403. */
const headers: Record<string, { description: string; schema: JsonSchema }> = {
  'X-Service-Token-Expires': {
    description: 'When the token expires: there in its last 14 days',
    schema: { type: 'string', format: 'date-time' },
  },
  RateLimit: {
    description:
      'What is left of each limit and the seconds until it is whole again: there when limits are on',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Each limit and its window in seconds: there when limits are on',
    schema: { type: 'string' },
  },
}

/** A header of answers to whatever is no GET, which programs send back with what they read. */
const toldPosition = {
  'Dailies-Position': {
    description:
      'How far the database had come, with all that the request wrote: there where lists are read from a replica',
    schema: { type: 'string' },
  },
}

const saidPosition = {
  DailiesPosition: {
    name: 'Dailies-Position',
    in: 'header',
    required: false,
    description:
      'As the last answer told it that had one: a replica may answer then, once it has come as far. Without it, or with `newest`, what is read is never of a moment ago',
    schema: { type: 'string' },
  },
}

const undoableBy = {
  'Dailies-Change': {
    description: 'The id by which `undoAssetChanges` takes the change back; missing where nothing changed',
    schema: { type: 'string' },
  },
}

/** The contract as an OpenAPI 3.1 document. `version` is the program's; tests bring endpoints of their own. */
export function openApiDocument(version: string, table: Record<string, Endpoint> = endpoints) {
  const schemas: Record<string, JsonSchema> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of Object.entries(table)) {
    paths[endpoint.path] ??= {}
    const path = paths[endpoint.path] as Record<string, unknown>
    path[endpoint.method.toLowerCase()] = operation(operationId, endpoint, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dailies',
      version,
      description:
        'The REST interface by which a browser extension files captured takes into a production workspace, and the webhooks that tell of them. What they promise is in words in docs/interface.md of the checkout.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: tagsOf(table),
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `svc_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'dailies_session',
          description:
            'Of who is signed in to the console. Its name begins with `__Host-` where the service is reached by HTTPS.',
        },
        guest: {
          type: 'apiKey',
          in: 'cookie',
          name: 'dailies_guest',
          description: 'Of who entered by a review link: for that link alone.',
        },
      },
      headers: { ...headers, ...toldPosition },
      parameters: saidPosition,
      schemas,
    },
  }
}

/** Those that an operation has, and that of the webhooks. */
function tagsOf(table: Record<string, Endpoint>) {
  const used = new Set<string>(['Events', ...Object.values(table).map(({ tag }) => tag)])
  return Object.entries(tagDescriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}

function operation(operationId: string, endpoint: Endpoint, schemas: Record<string, JsonSchema>) {
  const { status: success = 200 } = endpoint
  const isRead = endpoint.method === 'GET'
  const shared = takesToken(endpoint) ? { ...headers, ...(!isRead && toldPosition) } : {}
  const responses: Record<number, unknown> = {
    [success]: {
      description: success === 201 ? 'Created' : 'Success',
      headers: { ...responseHeaders(success, shared), ...(endpoint.undoable && undoableBy) },
      content: contentOf(endpoint, schemas),
    },
  }
  if (endpoint.serves)
    responses[206] = { ...(responses[success] as object), description: 'The range that was asked for' }
  if (isKept(endpoint)) {
    responses[304] = {
      description: 'As it was when `If-None-Match` came with it as `ETag`',
      headers: responseHeaders(304, shared),
    }
  }
  for (const status of errorStatuses(endpoint)) {
    responses[status] = {
      description: errorDescriptions[status],
      headers: responseHeaders(status, status === 401 || status === 403 ? {} : shared),
      content: json(errorBody, 'output', schemas),
    }
  }
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    'x-permission': endpoint.permission,
    'x-role': endpoint.role,
    ...securityOf(endpoint),
    ...(endpoint.deprecated && { deprecated: true }),
    parameters: [
      ...parameters('path', endpoint.params, schemas),
      ...parameters('query', endpoint.query, schemas),
      ...parameters('header', endpoint.headers, schemas),
      ...(takesToken(endpoint) && isRead ? [{ $ref: '#/components/parameters/DailiesPosition' }] : []),
    ],
    ...(endpoint.uploads && { requestBody: { required: false, content: file } }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: json(endpoint.body, 'input', schemas),
      },
    }),
    responses,
  }
}

/** Whether answers may have an `ETag`, so that a browser keeps them and asks whether they still hold. */
function isKept({ method, permission, serves, streams }: Endpoint): boolean {
  return method === 'GET' && ((permission === 'read' && !streams) || serves === true)
}

function responseHeaders(status: number, shared: object) {
  const references = Object.keys(shared).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return {
    ...Object.fromEntries(references),
    ...(status === 429 && { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } }),
  }
}

/** Where it is not a token alone, which the document asks for as a whole. */
function securityOf(endpoint: Endpoint): { security?: object[] } {
  const token = takesToken(endpoint) ? [{ token: [] }] : []
  const session = takesSession(endpoint) ? [{ session: [] }] : []
  const guest = endpoint.guests ? [{ guest: [] }] : []
  return session.length === 0 && token.length > 0 ? {} : { security: [...token, ...session, ...guest] }
}

function descriptionOf({
  description,
  permission,
  role,
  administrators,
  deprecated,
}: Endpoint): string | undefined {
  const needs = [
    ...(permission ? [`Needs the permission \`${permission}\`.`] : []),
    ...(role ? [`Needs the role \`${role}\` in the project.`] : []),
    ...(administrators ? ['Only for administrators.'] : []),
  ]
  const whole = [...(description ? [description] : []), ...needs].join(' ') || undefined
  return deprecated ? withDeprecation(whole, deprecated) : whole
}

function withDeprecation(description: string | undefined, deprecation: Deprecation): string {
  const { since, sunset, link } = deprecation
  const end = sunset ? `, may stop to work on ${sunset}` : ''
  const sentence = `Deprecated since ${since}${end}: see <${link}>.`
  return description ? `${description.replace(/\.$/, '')}. ${sentence}` : sentence
}

/** Those of its own, and those that come with parameters in the path, with a body, with a token, and with everything. */
function errorStatuses(endpoint: Endpoint): number[] {
  const { params, body, errors } = endpoint
  const all = [
    ...(params ? [400] : []),
    ...errors,
    ...(takesToken(endpoint) ? [403, 429] : []),
    ...(takesSession(endpoint) && !endpoint.withoutSecondFactor ? [403] : []),
    ...(body ? [413, 415] : []),
    500,
    503,
  ]
  return [...new Set(all)]
}

function parameters(
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  schemas: Record<string, JsonSchema>,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', schemas) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, deprecated, ...rest }]) => ({
    name: place === 'header' ? titleCase(name) : name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    schema: rest,
  }))
}

/** A header as people write it: `Idempotency-Key`. */
function titleCase(header: string): string {
  return header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** What the service sends by itself, in the form that a webhook gets which asked for no other. */
function webhooks(schemas: Record<string, JsonSchema>) {
  const all = Object.entries(eventData) as [EventName, z.ZodObject][]
  return Object.fromEntries(
    all.map(([name, data]) => [
      name,
      {
        post: {
          tags: ['Events'],
          summary: eventSummaries[name],
          description:
            'Without `template` and `batching`. Any 2xx within 10 seconds will do; the body of the answer is ignored.',
          security: [],
          parameters: deliveryHeaders(name),
          requestBody: {
            required: true,
            content: json(eventEnvelope.extend({ event: z.literal(name), data }), 'output', schemas),
          },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  )
}

/** The headers of docs/interface.md, "Delivery", and those of Standard Webhooks 1.0.0. */
function deliveryHeaders(name: EventName) {
  const unixSeconds = { type: 'string', pattern: '^[0-9]+$' }
  const headers: [name: string, schema: JsonSchema, description: string][] = [
    [
      'X-Service-Signature',
      { type: 'string' },
      '`sha256=` and the HMAC-SHA256, in hex, of timestamp, `.` and body',
    ],
    [
      'X-Service-Signature-Previous',
      { type: 'string' },
      'The same with the secret before the rotation, while it still signs',
    ],
    ['X-Service-Timestamp', unixSeconds, 'When it was sent, in Unix seconds'],
    ['X-Service-Event', { type: 'string', const: name }, 'The name of the event'],
    ['webhook-id', { type: 'string' }, 'The same at every attempt: tells duplicates'],
    ['webhook-timestamp', unixSeconds, 'As X-Service-Timestamp'],
    [
      'webhook-signature',
      { type: 'string' },
      '`v1,` and the HMAC-SHA256, in base64, of id, `.`, timestamp, `.` and body; two of them, with a space between, while the secret before the rotation still signs',
    ],
  ]
  return headers.map(([header, schema, description]) => ({
    name: header,
    in: 'header',
    required: header !== 'X-Service-Signature-Previous',
    description,
    schema,
  }))
}

function json(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, JsonSchema>) {
  return { 'application/json': { schema: toJsonSchema(schema, io, schemas) } }
}

/** OpenAPI 3.1, "Considerations for File Uploads": what is as it is has no schema. */
const file = { '*/*': {} }

/** OpenAPI 3.1 has no word for one event of a stream: its data is described as if it were the whole. */
function contentOf({ reply, serves, streams }: Endpoint, schemas: Record<string, JsonSchema>) {
  if (serves) return file
  if (!streams) return json(reply, 'output', schemas)
  return { 'text/event-stream': { schema: toJsonSchema(reply, 'output', schemas) } }
}

/** The schema with everything that has an id of its own moved to `schemas` and referred to. */
function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const document = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: adapt })
  const moved = JSON.parse(JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/'))
  const { $schema: _, $defs = {}, ...rest } = moved
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
    const { id: _id, ...body } = definition
    schemas[name] = body
  }
  if (typeof rest.id !== 'string') return rest
  const { id: name, ...body } = rest
  schemas[name] = body
  return { $ref: `#/components/schemas/${name}` }
}

function adapt({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  // A reply may gain fields: a client that refuses unknown ones would break.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  const deprecation = deprecationOf(zodSchema)
  if (!deprecation) return
  jsonSchema.description = withDeprecation(jsonSchema.description as string | undefined, deprecation)
}
