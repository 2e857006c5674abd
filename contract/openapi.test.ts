import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { z } from 'zod'
import { type Endpoint, endpoints } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content: Content }>
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
    for (const reference of references) {
      assert.match(reference, /^#\/components\/schemas\/\w+$/)
      assert.ok(document.components.schemas[reference.split('/').at(-1) as string], reference)
    }
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    assert.deepEqual(names.sort(), [...references].sort())
    assert.deepEqual(find(document, '$defs'), [])
  })

  test('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    assert.deepEqual(names.sort(), Object.keys(endpoints).sort())
  })

  test('asks for the token everywhere', () => {
    assert.deepEqual(document.security, [{ token: [] }])
    assert.equal(document.components.securitySchemes.token.scheme, 'bearer')
    assert.deepEqual(find(document.paths, 'security'), [])
  })

  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    describe(`${endpoint.method} ${endpoint.path}`, () => {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation

      test('is there, with every parameter and no other', () => {
        assert.equal(operation.operationId, name)
        const listed = operation.parameters.map(
          (parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`,
        )
        const expected = [
          ...Object.keys(endpoint.query?.shape ?? {}).map((parameter) => `query ${parameter.toLowerCase()}`),
          ...Object.keys(endpoint.headers?.shape ?? {}).map((parameter) => `header ${parameter}`),
        ]
        assert.deepEqual(listed.sort(), expected.sort())
      })

      test('says of every parameter whether it is required, and what it is when it is left out', () => {
        for (const parameter of operation.parameters) {
          const shape = (parameter.in === 'query' ? endpoint.query : endpoint.headers)?.shape ?? {}
          const key = parameter.in === 'query' ? parameter.name : parameter.name.toLowerCase()
          const { success, data } = (shape[key] as z.ZodType).safeParse(undefined)
          assert.equal(parameter.required, !success, parameter.name)
          assert.equal(parameter.schema.default, data, `the default of ${parameter.name}`)
        }
      })

      test('shows its body and its reply, field by field', () => {
        assert.equal(operation.requestBody !== undefined, endpoint.body !== undefined)
        if (endpoint.body) {
          assert.equal(operation.requestBody?.required, true)
          assert.deepEqual(fieldsOf(operation.requestBody?.content), shapeOf(endpoint.body))
        }
        assert.deepEqual(fieldsOf(operation.responses[200]?.content), shapeOf(endpoint.reply))
      })

      test('lists every status it may answer with, each error in the one shape of errors', () => {
        const errors = [...endpoint.errors, ...(endpoint.body ? [413, 415] : []), 500, 503].map(String)
        assert.deepEqual(Object.keys(operation.responses).sort(), ['200', ...errors].sort())
        for (const status of errors) {
          const response = operation.responses[status]
          assert.ok(response?.description)
          assert.deepEqual(response.content['application/json']?.schema, {
            $ref: '#/components/schemas/Error',
          })
        }
      })
    })
  }

  test('has no operation that the contract has not', () => {
    const listed = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const expected = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(listed.sort(), expected.sort())
  })

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

/** Every value under that key, at any depth. */
function find(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === key ? [member] : []),
    ...find(member, key),
  ])
}

function fieldsOf(content: Content | undefined): string[] {
  const schema = content?.['application/json']?.schema ?? {}
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return Object.keys((name ? document.components.schemas[name] : schema).properties).sort()
}

function shapeOf(schema: z.ZodType): string[] {
  return Object.keys((schema as z.ZodObject).shape).sort()
}
