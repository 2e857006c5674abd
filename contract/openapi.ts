import { z } from 'zod'
import { type Endpoint, endpoints } from './endpoints.ts'
import { errorBody } from './error.ts'

type JsonSchema = Record<string, unknown>

const errorDescriptions: Record<number, string> = {
  400: 'Invalid payload: `details.fieldErrors` says which field or parameter, and why',
  401: 'Unauthorized: the token is missing, invalid, expired or revoked',
  404: 'Missing, or not the user’s own',
  413: 'The body is over the size limit',
  415: 'The body is not application/json',
  500: 'Internal server error',
  503: 'The database cannot be reached; try again',
}

/** The contract as an OpenAPI 3.1 document. `version` is the program's. */
export function openApiDocument(version: string) {
  const schemas: Record<string, JsonSchema> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
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
        'The REST interface by which a browser extension files captured takes into a production workspace.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [{ name: 'Extension', description: 'What the browser extension speaks' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `svc_…`' },
      },
      schemas,
    },
  }
}

function operation(operationId: string, endpoint: Endpoint, schemas: Record<string, JsonSchema>) {
  const bodyErrors = endpoint.body ? [413, 415] : []
  const responses: Record<number, unknown> = {
    200: { description: 'Success', content: json(endpoint.reply, 'output', schemas) },
  }
  for (const status of [...endpoint.errors, ...bodyErrors, 500, 503]) {
    responses[status] = {
      description: errorDescriptions[status],
      content: json(errorBody, 'output', schemas),
    }
  }
  return {
    operationId,
    tags: ['Extension'],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    parameters: [
      ...parameters('query', endpoint.query, schemas),
      ...parameters('header', endpoint.headers, schemas),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(endpoint.body, 'input', schemas) } }),
    responses,
  }
}

function parameters(
  place: 'query' | 'header',
  schema: z.ZodObject | undefined,
  schemas: Record<string, JsonSchema>,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', schemas) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name: place === 'header' ? 'Idempotency-Key' : name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

function json(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, JsonSchema>) {
  return { 'application/json': { schema: toJsonSchema(schema, io, schemas) } }
}

/** The schema with everything that has an id of its own moved to `schemas` and referred to. */
function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const document = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: allowNewFields })
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

/** A reply may gain fields: a client that refuses unknown ones would break. */
function allowNewFields({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
