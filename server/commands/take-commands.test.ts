import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { take } from '../test/media.ts'
import { runCommand } from '../test/process.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`commands for takes over the network on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let stranger: TestUser
    let theirs: Film

    before(async () => {
      service = await sharedService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      stranger = await testUser(service)
      theirs = await testFilm(service.db, stranger, 'Theirs')
    })
    after(() => service.close())

    const run = (args: string[], token = user.token) =>
      runCommand(args, { environment: { DAILIES_URL: service.address, DAILIES_TOKEN: token } })

    async function does(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(args)
      assert.deepEqual([code, stderr], [0, ''], args.join(' '))
      return stdout
    }

    async function fails(wanted: number, said: RegExp, args: string[], token?: string): Promise<void> {
      const { code, stdout, stderr } = await run(args, token)
      assert.deepEqual([code, stdout], [wanted, ''], args.join(' '))
      assert.match(stderr, said)
    }

    async function tokenFor(permission: string): Promise<string> {
      const asked = { name: 'one', permissions: [permission] }
      return (await user.send('POST', '/api/tokens', asked)).body.data.token
    }

    const tide = ['--project', 'the long tide']

    test('dailies change: many at once, what was done, and back', async () => {
      const [one, two] = [await take(user, film), await take(user, film)]
      const made = await does('change', 'make', one, two, ...tide, '--add-tag', 'dusk', 'fog')
      const [, id = ''] =
        /^2 changed, 0 unchanged, 0 refused\. To take it back: dailies change undo (\S+)\n$/.exec(made) ?? []
      const [head, first] = (await does('change', 'list', ...tide)).split('\n')
      assert.match(head!, /^ID +WHEN +WHO +WHAT +UNDONE$/)
      assert.match(first!, new RegExp(`^${id} .* tagged 2 takes with “dusk”, “fog” +–$`))
      assert.match(await does('change', 'undo', id), /^2 changed, /)
      const changes = JSON.parse(await does('change', 'list', ...tide, '--limit', '2', '--json'))
      assert.deepEqual([changes[0].undoOf, changes[1].id, changes[1].undone.id], [id, id, changes[0].id])
      assert.match(
        (await run(['change', 'list', ...tide, '--limit', '1'])).stderr,
        /^dailies: there are more: --limit\n$/,
      )

      const moved = JSON.parse(await does('change', 'make', one, ...tide, '--scene', '10a', '--json'))
      assert.equal(moved.changed, 1)
      assert.equal((await user.get(`/api/assets/${one}`)).body.data.scene.sceneId, '10A')
      await does('change', 'make', one, ...tide, '--scene', '012A', '--shot', '012a-b')
      assert.equal((await user.get(`/api/assets/${one}`)).body.data.shot.id, film.shotIds[1])
      await does('change', 'make', one, ...tide, '--no-shot')
      assert.equal((await user.get(`/api/assets/${one}`)).body.data.shot, null)

      const refused = await run(['change', 'make', two, ...tide, '--status', 'final'])
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, new RegExp(`^dailies: ${two}: Comes later: from DRAFT`))
      await fails(2, /^dailies: Say one change: /, ['change', 'make', one, ...tide])
      await fails(2, /^dailies: Say one change: /, ['change', 'make', one, ...tide, '--delete', '--no-group'])
      await fails(2, /^dailies: change: /, ['change', 'make', one, ...tide, '--status', 'great'])
      await fails(2, /^dailies: of: Must be each another|^dailies: of/, [
        'change',
        'make',
        one,
        one,
        ...tide,
        '--delete',
      ])
      await fails(2, /^dailies: There is no scene “99” /, ['change', 'make', one, ...tide, '--scene', '99'])
      await fails(2, /^dailies: There is no project “Theirs” /, ['change', 'list', '--project', 'Theirs'])
      await fails(2, /^dailies: Project not found\n$/, ['change', 'list', '--project', theirs.projectId])
      await fails(2, /not found\n$/, ['change', 'undo', id], stranger.token)
      await fails(2, /^dailies: limit: Must be a whole number/, ['change', 'list', ...tide, '--limit', 'all'])
      await fails(
        3,
        /^dailies: Insufficient permissions: it takes a token with the permission "production", of a user who is at least editor/,
        ['change', 'make', one, ...tide, '--delete'],
        await tokenFor('read'),
      )
    })

    test('dailies mark: for oneself and for the film, listed and counted', async () => {
      const scene = [...tide, '--scene', '10']
      const [one, other] = [
        await take(user, film, { sceneId: '10' }),
        await take(user, film, { sceneId: '10' }),
      ]
      assert.equal(await does('mark', 'set', one, other, '--seen', '--stars', '3'), 'Marked 2 takes.\n')
      const [marked] = JSON.parse(await does('mark', 'set', one, '--film', '--flag', 'rejected', '--json'))
      assert.deepEqual(marked.marks.film, { flag: 'rejected', stars: 0 })
      await does('mark', 'set', other, '--no-seen')
      const [head, ...rows] = (await does('mark', 'list', ...scene)).trimEnd().split('\n')
      assert.match(head!, /^TAKE +WHAT +SEEN +MINE +FILM +TITLE$/)
      assert.deepEqual(rows.length, 2)
      assert.match(rows[1]!, new RegExp(`^${one} .* yes +★★★ +rejected `))
      const listed = async (...args: string[]) =>
        JSON.parse(await does('mark', 'list', ...scene, ...args, '--json')).map(
          ({ id }: { id: string }) => id,
        )
      assert.deepEqual(await listed('--no-seen'), [other])
      assert.deepEqual(await listed('--mark', 'film:rejected', '--stars', '3'), [one])
      assert.deepEqual(await listed('--film-stars', '1'), [])
      const counts = (await does('mark', 'count', ...scene)).trimEnd().split('\n')
      assert.match(counts[0]!, /^OF 2 TAKES +SHORTLISTED +REJECTED +NOT SEEN$/)
      assert.match(counts[1]!, /^one’s own +0 +0 +1$/)
      assert.match(counts[2]!, /^the film +0 +1 +–$/)

      await fails(2, /^dailies: Say --flag, --stars or --seen\n$/, ['mark', 'set', one])
      await fails(2, /--film or --seen\n$/, ['mark', 'set', one, '--film', '--seen'])
      await fails(2, /^dailies: stars: Must be at most 5\n$/, ['mark', 'set', one, '--stars', '6'])
      await fails(2, /^dailies: stars: Must be a whole number\n$/, ['mark', 'list', ...scene, '--stars', 'x'])
      await fails(2, /Allowed choices are none, shortlisted, rejected/, [
        'mark',
        'set',
        one,
        '--flag',
        'great',
      ])
      await fails(2, /not found\n$/, ['mark', 'set', one, '--stars', '1'], stranger.token)
      const reader = await tokenFor('read')
      await fails(
        3,
        /"review", of a user who is at least viewer/,
        ['mark', 'set', one, '--stars', '1'],
        reader,
      )
      const reviewer = await tokenFor('review')
      await fails(
        3,
        /"selection", of a user who is at least editor/,
        ['mark', 'set', one, '--film', '--stars', '1'],
        reviewer,
      )
    })

    test('dailies trash: what was deleted, back again, or gone for good where that is said in words', async () => {
      const [one, two] = [await take(user, film, { title: 'One' }), await take(user, film, { title: 'Two' })]
      await does('change', 'make', one, two, ...tide, '--delete')
      const [head, ...rows] = (await does('trash', 'list', ...tide)).trimEnd().split('\n')
      assert.match(head!, /^KIND +ID +WHAT +DELETED BY +GOES$/)
      assert.ok(
        rows.some((row) => new RegExp(`^take +${one} +012A IMAGE v\\d+: One `).test(row)),
        rows.join('\n'),
      )
      assert.equal(await does('trash', 'restore', 'take', one), `Restored take ${one}.\n`)
      const left = async () =>
        JSON.parse(await does('trash', 'list', ...tide, '--json')).map(({ id }: { id: string }) => id)
      assert.deepEqual([(await left()).includes(one), (await left()).includes(two)], [false, true])

      const purge = ['trash', 'purge', two, ...tide]
      await fails(2, /required option '--confirm <words>'/, purge)
      await fails(2, /^dailies: Nothing was deleted: it takes --confirm "delete for good"\n$/, [
        ...purge,
        '--confirm',
        'yes',
      ])
      const confirmed = ['--confirm', 'delete for good']
      await fails(2, /^dailies: Name ids, or say --all\n$/, [...purge, '--all', ...confirmed])
      await fails(2, /^dailies: Name ids, or say --all\n$/, ['trash', 'purge', ...tide, ...confirmed])
      await fails(
        2,
        /not found\n$/,
        ['trash', 'purge', two, '--project', film.projectId, ...confirmed],
        stranger.token,
      )
      await fails(
        3,
        /"production", of a user who is at least owner/,
        [...purge, ...confirmed],
        await tokenFor('read'),
      )
      assert.ok((await left()).includes(two), 'it is still there')
      assert.equal(await does(...purge, ...confirmed), '1 deleted for good.\n')
      assert.ok(!(await left()).includes(two))
      await fails(2, /^dailies: Asset not found\n$/, ['trash', 'restore', 'take', two])
      await fails(2, /^dailies: Say what it is: take, scene or project\n$/, ['trash', 'restore', 'shot', two])

      const { body } = await user.send('POST', '/api/projects', { name: 'Gone soon' })
      const id = body.data.id
      await user.send('DELETE', `/api/projects/${id}?name=Gone%20soon`, undefined)
      assert.match(await does('trash', 'list'), new RegExp(`^project +${id} +Gone soon `, 'm'))
      await does('trash', 'restore', 'project', id)
      await user.send('DELETE', `/api/projects/${id}?name=Gone%20soon`, undefined)
      assert.equal(await does('trash', 'purge', '--all', ...confirmed, '--json'), '{\n  "purged": 1\n}\n')
      assert.equal(await does('trash', 'list'), 'The trash is empty.\n')
    })

    test('dailies tag: lists the tags of a project, renames, merges, removes and colours them', async () => {
      const { body } = await user.send('POST', '/api/projects', { name: 'Tagged' })
      const project = ['--project', 'Tagged']
      const projectId = body.data.id
      await user.send('POST', `/api/projects/${projectId}/scenes`, { sceneId: '1' })
      const capture = { ...film.capture, projectId, sceneId: '1' }
      for (const tags of [['rain'], ['Rain', 'fog'], ['rain']])
        await take(user, { ...film, capture }, { tags })
      assert.equal(await does('tag', 'color', 'rain', 'teal', ...project), 'rain: teal.\n')
      const [head, first] = (await does('tag', 'list', ...project, '--sort', 'count')).split('\n')
      assert.match(head!, /^TAG +TAKES +COLOUR$/)
      assert.match(first!, /^rain +2 +teal$/)
      const merged = await does('tag', 'rename', 'rain', 'Rain', '--to', 'wet', ...project)
      const [, change = ''] =
        /^3 takes changed\.\nTo take it back: dailies change undo (\S+)\n$/.exec(merged) ?? []
      assert.equal(JSON.parse(await does('tag', 'remove', 'fog', ...project, '--json')).changed, 1)
      const listed = async () =>
        JSON.parse(await does('tag', 'list', ...project, '--json')).map(
          ({ name, count }: { name: string; count: number }) => [name, count],
        )
      assert.deepEqual(await listed(), [['wet', 3]])
      const back = await run(['change', 'undo', change])
      assert.match(back.stdout, /^2 changed, 0 unchanged, 1 refused\./)
      assert.deepEqual((await listed()).sort(), [
        ['rain', 2],
        ['wet', 1],
      ])
      await fails(2, /^dailies: color: /, ['tag', 'color', 'rain', 'brown', ...project])
      await fails(2, /^dailies: to: Must not be one of `from`\n$/, [
        'tag',
        'rename',
        'wet',
        '--to',
        'wet',
        ...project,
      ])
      await fails(2, /^dailies: Project not found\n$/, ['tag', 'list', '--project', theirs.projectId])
      const reader = await tokenFor('read')
      await fails(
        3,
        /"production", of a user who is at least editor/,
        ['tag', 'remove', 'wet', ...project],
        reader,
      )
    })

    test('dailies saved-search: keeps searches for oneself and for a film, changes, pins and removes them', async () => {
      const own = await does('saved-search', 'save', 'Lamps', 'lamp is:winner')
      const [, id = ''] = /^Saved Lamps: (\S+)\.\n$/.exec(own) ?? []
      const shared = JSON.parse(await does('saved-search', 'save', 'Rain', 'rain -neon', ...tide, '--json'))
      assert.deepEqual([shared.q, shared.project.id], ['rain -neon', film.projectId])
      const [head, ...rows] = (await does('saved-search', 'list')).trimEnd().split('\n')
      assert.match(head!, /^ID +NAME +SHARED WITH +SEARCH$/)
      assert.match(rows[0]!, new RegExp(`^${shared.id} +Rain +The Long Tide +rain -neon$`))
      assert.match(rows[1]!, new RegExp(`^${id} +Lamps +– +lamp is:winner$`))
      assert.equal(await does('search', '--saved', 'Lamps'), 'No take was found.\n')
      await fails(2, /^dailies: q: "status:great" is no filter/, [
        'saved-search',
        'save',
        'No',
        'status:great',
      ])
      await fails(2, /^dailies: name: Must be at most 100/, ['saved-search', 'save', 'x'.repeat(101), 'rain'])
      await fails(2, /^dailies: Project not found\n$/, [
        'saved-search',
        'save',
        'No',
        'x',
        '--project',
        theirs.projectId,
      ])
      await fails(2, /not found\n$/, ['saved-search', 'remove', id], stranger.token)
      const pinned = async () =>
        JSON.parse(await does('saved-search', 'list', '--pinned', '--json')).map(
          ({ name }: { name: string }) => name,
        )
      assert.equal(await does('saved-search', 'list', '--pinned'), 'No search is pinned.\n')
      assert.equal(await does('saved-search', 'pin', id), 'Pinned Lamps.\n')
      assert.equal(await does('saved-search', 'pin', shared.id, '--before', id), 'Pinned Rain.\n')
      assert.deepEqual(await pinned(), ['Rain', 'Lamps'])
      assert.equal(await does('saved-search', 'unpin', shared.id), 'Unpinned Rain.\n')
      const change = ['saved-search', 'change', id]
      assert.equal(await does(...change, '--name', 'Lanterns'), 'Lanterns: lamp is:winner\n')
      assert.equal(await does(...change, '--query', 'lantern'), 'Lanterns: lantern\n')
      assert.deepEqual(await pinned(), ['Lanterns'])
      await fails(2, /^dailies: Say --name, --query, --project or --own\n$/, change)
      await fails(2, /^dailies: Say --project or --own, not both\n$/, [...change, ...tide, '--own'])
      const given = JSON.parse(await does(...change, ...tide, '--json'))
      assert.equal(given.project.id, film.projectId)
      assert.equal(JSON.parse(await does(...change, '--own', '--json')).project, null)
      await fails(2, /^dailies: name: Required/, [...change, '--name', ' '])
      await fails(2, /^dailies: q: "status:great" is no filter/, [...change, '--query', 'status:great'])
      for (const what of ['change', 'pin', 'unpin']) {
        const given = ['saved-search', what, id, ...(what === 'change' ? ['--name', 'Theirs'] : [])]
        await fails(2, /not found\n$/, given, stranger.token)
        await fails(3, /"review"/, given, await tokenFor('read'))
      }
      await fails(
        3,
        /"review", of a user who is at least editor/,
        ['saved-search', 'remove', id],
        await tokenFor('read'),
      )
      assert.equal(await does('saved-search', 'remove', id), 'Removed Lanterns.\n')
      assert.equal(JSON.parse(await does('saved-search', 'list', '--json')).length, 1)
    })
  })
}
