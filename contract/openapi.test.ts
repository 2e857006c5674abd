import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { type Deprecation, deprecatedField } from './deprecation.ts'
import { type Endpoint, takesSession, takesToken } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { type EventName, eventData, eventName } from './event.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  tags: string[]
  description?: string
  deprecated?: boolean
  'x-permission'?: string
  'x-role'?: string
  security?: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content: Content }>
}
interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  deprecated?: boolean
  schema: Record<string, unknown>
}
type Content = Record<string, { schema: Record<string, unknown> }>

// Through text, as a reader gets it.
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3')))
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, of the version it was asked for', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    assert.ok(valid, JSON.stringify(errors, null, 2))
    assert.equal(validator.version, '3.1')
    assert.equal(document.info.version, '1.2.3')
  })

  test('refers to nothing that is not in it, and holds nothing that is not referred to', () => {
    const references = new Set(find(document, '$ref') as string[])
    const names = ['schemas', 'headers', 'parameters'].flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    assert.deepEqual([...references].sort(), names.sort())
    assert.deepEqual(find(document, '$defs'), [])
  })

  test('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    assert.deepEqual(names.sort(), Object.keys(endpoints).sort())
  })

  test('lists every tag that an operation has, with what it stands for, and no other', () => {
    const listed = document.tags.map(({ name }: { name: string }) => name)
    assert.deepEqual([listed[0], ...listed.slice(-2)], ['Extension', 'Account', 'Users'])
    for (const { description } of document.tags) assert.ok(description)
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    assert.deepEqual([...used].sort(), listed.toSorted())
  })

  test('asks for the token where it says nothing else, and knows the cookie', () => {
    assert.deepEqual(document.security, [{ token: [] }])
    const { token, session } = document.components.securitySchemes
    assert.equal(token.scheme, 'bearer')
    assert.deepEqual([session.type, session.in, session.name], ['apiKey', 'cookie', 'dailies_session'])
  })

  test('says by which header a change of one can be undone', () => {
    const told = Object.entries(document.paths).flatMap(([, methods]) =>
      Object.values(methods as Record<string, Operation>).flatMap(({ operationId, responses }) =>
        responses[200]?.headers?.['Dailies-Change'] ? [operationId] : [],
      ),
    )
    assert.deepEqual(told.sort(), [
      'changeStatus',
      'deleteAsset',
      'restoreAsset',
      'selectAsset',
      'updateAsset',
      'updateAssetDetails',
    ])
  })

  test('describes the headers that many answers have once', () => {
    const { headers } = document.components
    assert.deepEqual(Object.keys(headers), [
      'X-Service-Token-Expires',
      'RateLimit',
      'RateLimit-Policy',
      'Dailies-Position',
    ])
    for (const header of Object.values<{ description: string; schema: { type: string } }>(headers)) {
      assert.ok(header.description)
      assert.equal(header.schema.type, 'string')
    }
  })

  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    describe(`${endpoint.method} ${endpoint.path}`, () => {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation
      const ofItsOwn = operation.parameters.filter(({ $ref }) => $ref === undefined)

      const success = String(endpoint.status ?? 200)
      const shapes = {
        path: endpoint.params?.shape ?? {},
        query: endpoint.query?.shape ?? {},
        header: endpoint.headers?.shape ?? {},
      }

      test('is there, with its tag, and with every parameter and no other', () => {
        assert.equal(operation.operationId, name)
        assert.deepEqual(operation.tags, [endpoint.tag])
        const listed = ofItsOwn.map((parameter) => `${parameter.in} ${keyOf(parameter)}`)
        const expected = Object.entries(shapes).flatMap(([place, shape]) =>
          Object.keys(shape).map((key) => `${place} ${key}`),
        )
        assert.deepEqual(listed.sort(), expected.sort())
      })

      test('has the parameters of its path that stand in its path', () => {
        const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
        assert.deepEqual(Object.keys(shapes.path), inPath)
        assert.ok(!/[{}:*]/.test(endpoint.path.replace(/\{\w+\}/g, '')), 'and nothing that is half of one')
        for (const parameter of ofItsOwn) {
          if (parameter.in === 'path') assert.equal(parameter.required, true)
        }
      })

      test('says of every parameter whether it is required, and what it is when it is left out', () => {
        for (const parameter of ofItsOwn) {
          const schema = shapes[parameter.in][keyOf(parameter)] as z.ZodType
          const { success, data } = schema.safeParse(undefined)
          assert.equal(parameter.required, !success, parameter.name)
          assert.equal(parameter.schema.default, data, `the default of ${parameter.name}`)
          assert.equal(parameter.description, descriptionOf(schema), parameter.name)
        }
      })

      test('takes the position that a change told where a token reads', () => {
        const shared = operation.parameters.filter(({ $ref }) => $ref !== undefined)
        const position = { $ref: '#/components/parameters/DailiesPosition' }
        assert.deepEqual(shared, takesToken(endpoint) && endpoint.method === 'GET' ? [position] : [])
      })

      test('names headers as people write them', () => {
        for (const parameter of ofItsOwn) {
          if (parameter.in === 'header') assert.match(parameter.name, /^([A-Z][a-z]*)(-[A-Z][a-z]*)*$/)
        }
      })

      test('shows its body and its reply, field by field', () => {
        assert.equal(
          operation.requestBody !== undefined,
          endpoint.body !== undefined || endpoint.uploads === true,
        )
        if (endpoint.uploads) assert.deepEqual(operation.requestBody?.content, { '*/*': {} })
        if (endpoint.body) {
          assert.equal(operation.requestBody?.required, !endpoint.body.safeParse(undefined).success)
          assert.deepEqual(fieldsOf(operation.requestBody?.content), shapeOf(endpoint.body))
        }
        const { content } = operation.responses[success]!
        if (endpoint.serves) assert.deepEqual(content, { '*/*': {} })
        else assert.deepEqual(fieldsOf(content), shapeOf(endpoint.reply))
      })

      test('names the permission and the role that it needs, or that it is for administrators, after what else it has to say', () => {
        const { permission, role, administrators, description } = endpoint
        assert.deepEqual([operation['x-permission'], operation['x-role']], [permission, role])
        const needs = permission && `Needs the permission \`${permission}\`.`
        const needsRole = role && `Needs the role \`${role}\` in the project.`
        const only = administrators && 'Only for administrators.'
        const whole = [description, needs, needsRole, only].filter(Boolean).join(' ')
        assert.equal(operation.description ?? '', whole)
      })

      test('says what lets in: a token, a session, either, a visit, or nothing at all', () => {
        const extension = endpoint.path.startsWith('/api/extension/')
        const token = endpoint.permission ? [{ token: [] }] : []
        const session = endpoint.open || extension ? [] : [{ session: [] }]
        const guest = endpoint.guests ? [{ guest: [] }] : []
        const expected = extension ? undefined : [...token, ...session, ...guest]
        assert.deepEqual(operation.security, expected)
        assert.ok(!(endpoint.open && endpoint.permission), 'what is open needs nothing')
        assert.ok(!endpoint.administrators || !(endpoint.open || endpoint.permission))
      })

      test('refers to the headers of every answer to whoever is let in, and of no other', () => {
        for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
          const { 'Retry-After': _, 'Dailies-Change': __, ...shared } = headers
          const all = Object.keys(document.components.headers).filter(
            (header) => header !== 'Dailies-Position' || endpoint.method !== 'GET',
          )
          const expected = takesToken(endpoint) && !['401', '403'].includes(status) ? all : []
          const references = expected.map((header) => [header, { $ref: `#/components/headers/${header}` }])
          assert.deepEqual(shared, Object.fromEntries(references), status)
        }
      })

      test('lists every status it may answer with, each error in the one shape of errors', () => {
        const ofPath = endpoint.params && !endpoint.errors.includes(400) ? [400] : []
        const ofBody = endpoint.body ? [413, 415] : []
        const own = endpoint.errors.filter((status) => status !== 429)
        const ofToken = takesToken(endpoint) ? [403, 429] : endpoint.errors.filter((status) => status === 429)
        const ofSession = takesSession(endpoint) && !endpoint.withoutSecondFactor ? [403] : []
        const errors = [...new Set([...own, ...ofPath, ...ofBody, ...ofToken, ...ofSession, 500, 503])].map(
          String,
        )
        assert.equal(errors.includes('401'), !endpoint.open || endpoint.signsIn === true)
        if (!takesToken(endpoint)) {
          const changes = endpoint.method !== 'GET'
          // A guest may save a file only where the link says so.
          const saves = endpoint === endpoints.serveGuestMedia
          assert.equal(errors.includes('403'), changes || saves || ofSession.length > 0)
        }
        const mayBeKept = endpoint.method === 'GET' && endpoint.permission === 'read' && !endpoint.streams
        const kept = mayBeKept || endpoint.serves ? ['304'] : []
        const parts = endpoint.serves ? ['206'] : []
        const expected = [success, ...parts, ...kept, ...errors]
        assert.deepEqual(Object.keys(operation.responses).sort(), expected.sort())
        for (const status of kept) assert.equal(operation.responses[status]?.content, undefined)
        for (const status of errors) {
          const response = operation.responses[status]
          assert.ok(response?.description)
          assert.deepEqual(response.content['application/json']?.schema, {
            $ref: '#/components/schemas/Error',
          })
          assert.equal(response.headers?.['Retry-After'] !== undefined, status === '429')
        }
      })
    })
  }

  test('has no operation that the contract has not', () => {
    const listed = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const expected = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(listed.sort(), expected.sort())
  })

  describe('of what is deprecated', () => {
    const december: Deprecation = { since: '2026-12-01', link: 'https://docs.example/december' }
    const january: Deprecation = {
      since: '2027-01-01',
      sunset: '2027-06-30',
      link: 'https://docs.example/january',
    }
    const saysDecember = 'Deprecated since 2026-12-01: see <https://docs.example/december>.'
    const saysJanuary =
      'Deprecated since 2027-01-01, may stop to work on 2027-06-30: see <https://docs.example/january>.'

    const shared = z.enum(['A', 'B']).meta({ id: 'Letter', description: 'A letter.' })
    const inner = z.object({ old: deprecatedField(z.string(), january).optional(), kept: z.string() })
    const body = z
      .object({
        old: deprecatedField(z.string().optional().meta({ description: 'Its name' }), december),
        said: deprecatedField(z.string(), december).default('x').meta({ description: 'Said afterwards.' }),
        letter: deprecatedField(shared, january),
        kept: shared.optional(),
        nested: z.preprocess((value) => value, z.array(inner)),
      })
      .refine(() => true)
      .meta({ id: 'Fake' })
    const fake = {
      method: 'POST',
      path: '/api/fake',
      tag: 'Extension',
      permission: 'read',
      summary: 'A fake',
      query: z.object({ old: deprecatedField(z.string().optional(), january), kept: z.string().optional() }),
      body,
      reply: z.object({}),
      errors: [401],
    } as const satisfies Endpoint
    const table = {
      whole: { ...fake, path: '/api/whole', description: 'Does a thing.', deprecated: january },
      parts: fake,
    }
    const shown = JSON.parse(JSON.stringify(openApiDocument('1.2.3', table)))

    test('the document is still valid, and has no other operations than it was given', async () => {
      const { valid, errors } = await new Validator().validate(structuredClone(shown))
      assert.ok(valid, JSON.stringify(errors, null, 2))
      assert.deepEqual(Object.keys(shown.paths), ['/api/whole', '/api/fake'])
    })

    test('an operation is marked, and says since when, until when and where to read on', () => {
      const whole: Operation = shown.paths['/api/whole'].post
      assert.equal(whole.deprecated, true)
      assert.equal(whole.description, `Does a thing. Needs the permission \`read\`. ${saysJanuary}`)
      const parts: Operation = shown.paths['/api/fake'].post
      assert.equal('deprecated' in parts, false)
      assert.equal(parts.description, 'Needs the permission `read`.')
    })

    test('a parameter is', () => {
      const [old, kept]: Parameter[] = shown.paths['/api/fake'].post.parameters
      assert.deepEqual(old, {
        name: 'old',
        in: 'query',
        required: false,
        description: saysJanuary,
        deprecated: true,
        schema: { type: 'string' },
      })
      assert.deepEqual(kept, { name: 'kept', in: 'query', required: false, schema: { type: 'string' } })
    })

    test('a field of a body is, wherever it stands', () => {
      const { old, said, letter, kept, nested } = shown.components.schemas.Fake.properties
      assert.deepEqual(old, {
        type: 'string',
        deprecated: true,
        description: `Its name. ${saysDecember}`,
      })
      assert.equal(said.deprecated, true)
      assert.equal(said.default, 'x')
      assert.deepEqual(letter, {
        $ref: '#/components/schemas/Letter',
        deprecated: true,
        description: saysJanuary,
      })
      assert.deepEqual(nested.items.properties, {
        old: { type: 'string', deprecated: true, description: saysJanuary },
        kept: { type: 'string' },
      })
      assert.deepEqual(kept, { $ref: '#/components/schemas/Letter' })
      const { deprecated, description } = shown.components.schemas.Letter
      assert.deepEqual({ deprecated, description }, { deprecated: undefined, description: 'A letter.' })
    })
  })

  test('has every event as a webhook, and no other', () => {
    assert.deepEqual(Object.keys(document.webhooks).sort(), eventName.options.toSorted())
  })

  for (const [name, data] of Object.entries(eventData) as [EventName, z.ZodObject][]) {
    describe(`the webhook ${name}`, () => {
      const { post, ...others } = document.webhooks[name]

      test('is a POST that takes no token, and wants any 2xx', () => {
        assert.deepEqual(others, {})
        assert.deepEqual(post.security, [])
        assert.deepEqual(post.tags, ['Events'])
        assert.ok(post.summary && post.description)
        assert.deepEqual(Object.keys(post.responses), ['2XX'])
      })

      test('comes with the X-Service headers and those of Standard Webhooks', () => {
        const parameters: Parameter[] = post.parameters
        assert.deepEqual(
          parameters.map((parameter) => parameter.name),
          [
            ...[
              'X-Service-Signature',
              'X-Service-Signature-Previous',
              'X-Service-Timestamp',
              'X-Service-Event',
            ],
            ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
          ],
        )
        for (const parameter of parameters) {
          assert.equal(parameter.in, 'header')
          assert.equal(parameter.required, parameter.name !== 'X-Service-Signature-Previous')
          assert.ok(parameter.description)
        }
        assert.deepEqual(parameters[3]?.schema, { type: 'string', const: name })
      })

      test('has the envelope as its body, with its name and its own data', () => {
        assert.equal(post.requestBody.required, true)
        const { properties, required } = post.requestBody.content['application/json'].schema
        assert.deepEqual(required.toSorted(), ['data', 'event', 'timestamp'])
        assert.deepEqual(Object.keys(properties).sort(), ['data', 'event', 'timestamp'])
        assert.deepEqual(properties.event, { type: 'string', const: name })
        assert.equal(properties.timestamp.format, 'date-time')
        const content = { 'application/json': { schema: properties.data } }
        assert.deepEqual(fieldsOf(content), shapeOf(data))
        const { required: all } = document.components.schemas[properties.data.$ref.split('/').at(-1)]
        assert.deepEqual(all.toSorted(), shapeOf(data), 'no field is ever missing')
      })
    })
  }

  test('tells what a capture is when little of it is said', () => {
    const { properties, required } = document.components.schemas.Capture
    assert.deepEqual(required.sort(), ['assetType', 'projectId', 'prompt', 'sceneId'])
    const defaults = Object.entries<{ default?: unknown }>(properties).flatMap(([field, schema]) =>
      schema.default === undefined ? [] : [[field, schema.default]],
    )
    assert.deepEqual(Object.fromEntries(defaults), {
      status: 'DRAFT',
      selected: false,
      rightsState: 'UNKNOWN',
      createPromptPackage: false,
    })
  })

  test('lets replies gain fields, so that old clients do not refuse them', () => {
    assert.ok(!find(document, 'additionalProperties').includes(false))
  })
})

/** Of what has a default, that of the rest of it. */
function descriptionOf(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined || !(schema instanceof z.ZodDefault)) return schema.description
  return (schema.unwrap() as z.ZodType).description
}

/** What the contract calls the parameter: headers are lower-case there. */
function keyOf(parameter: Parameter): string {
  return parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
}

/** Every value under that key, at any depth. */
function find(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === key ? [member] : []),
    ...find(member, key),
  ])
}

function fieldsOf(content: Content | undefined): string[] {
  const schema = (content?.['application/json'] ?? content?.['text/event-stream'])?.schema ?? {}
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return Object.keys((name ? document.components.schemas[name] : schema).properties).sort()
}

function shapeOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPrefault) return shapeOf(schema.unwrap() as z.ZodType)
  return Object.keys((schema as z.ZodObject).shape).sort()
}
