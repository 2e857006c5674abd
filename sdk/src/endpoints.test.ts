import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { type Endpoint, takesToken } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type TestService, testService, testUser } from '../../server/test/service.ts'
import { connect, type Dailies, DailiesError } from './dailies.ts'
import { type EndpointName, table } from './endpoints.ts'

const ofTokens = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => takesToken(endpoint))
/** Those that take and answer with JSON. */
const contract = ofTokens.filter(([, { streams, uploads, serves }]) => !streams && !uploads && !serves)
const names = contract.map(([name]) => name as EndpointName)

describe('the methods of the client', () => {
  let service: TestService
  let dailies: Dailies

  before(async () => {
    service = await testService('sqlite')
    const { token } = await testUser(service)
    dailies = connect({ baseUrl: service.address, token })
  })
  after(() => service.close())

  test('are those endpoints that a token opens, and no others', () => {
    const { each, ...methods } = dailies
    // Files are got from the addresses that answers have.
    const called = ofTokens
      .filter(([name, { serves }]) => !serves || name === 'downloadExport')
      .map(([name]) => name)
    assert.deepEqual(Object.keys(methods).sort(), called.sort())
    assert.deepEqual(
      called.filter((name) => !names.includes(name as EndpointName)),
      ['attachFile', 'downloadExport', 'live', 'readLook', 'uploadMedia'],
    )
    const paged = contract.filter(([, endpoint]) => hasNextCursor(endpoint)).map(([name]) => name)
    assert.deepEqual(Object.keys(each).sort(), paged.sort())
    assert.ok(paged.length > 5)
  })

  for (const name of names) {
    test(`${name} reaches its endpoint`, async () => {
      const method = dailies[name] as (input: object) => Promise<unknown>
      const error = await method({ id: 'none', deliveryId: 'none', userId: 'none', linkId: 'none' }).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (error === undefined) return
      assert.ok(error instanceof DailiesError, String(error))
      const { errors, params } = endpoints[name] as Endpoint
      assert.ok([...errors, ...(params ? [400] : [])].includes(error.status as 400), error.message)
      // What the service says of an address that it does not have.
      assert.notEqual(error.message, 'Not found')
    })
  }
})

describe('the contract', () => {
  test('has no endpoint whose parts take the same name, for they are given as one', () => {
    for (const [name, { params, query, body }] of contract) {
      const taken = [params, query, body].flatMap((part) => (part ? Object.keys(fieldsOf(part)) : []))
      assert.equal(new Set(taken).size, taken.length, name)
    }
  })

  test('has queries where there is no body, and bodies where there is no query', () => {
    for (const [name, { method, query, body }] of contract) {
      const hasBody = method !== 'GET' && method !== 'DELETE'
      assert.equal(hasBody ? query : body, undefined, name)
    }
  })

  test('says of every list in pages which parameter asks for the next', () => {
    for (const [name, endpoint] of contract) {
      const { next } = table[name as EndpointName]
      assert.equal(next !== undefined, hasNextCursor(endpoint), name)
    }
    assert.deepEqual([table.listTokens.next, table.listEvents.next], ['cursor', 'since'])
  })
})

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  properties?: Record<string, JsonSchema>
}

function hasNextCursor({ reply }: Endpoint): boolean {
  const { metadata } = fieldsOf(reply)
  return metadata?.properties?.nextCursor !== undefined
}

function fieldsOf(schema: z.ZodType): Record<string, JsonSchema> {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const { $ref, $defs } = document
  return ($ref ? $defs![$ref.replace('#/$defs/', '')]! : document).properties!
}
