import assert from 'node:assert/strict'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import * as providers from '../accounts/provider/queries.ts'
import * as accounts from '../accounts/queries.ts'
import * as activity from '../activity/queries.ts'
import * as boards from '../assets/board-queries.ts'
import { newestOfExternalIds, newestOfOutputUrls, versionsOfCaptureIds } from '../assets/captured-queries.ts'
import * as changeSets from '../assets/change-set-queries.ts'
import * as lineage from '../assets/lineage-queries.ts'
import * as manyVersions from '../assets/many-queries.ts'
import { setScenesOfSaid } from '../assets/move-queries.ts'
import * as assets from '../assets/queries.ts'
import * as rightsDefaults from '../assets/rights-default-queries.ts'
import { stacked } from '../assets/stack-queries.ts'
import * as versions from '../assets/version-queries.ts'
import * as attachments from '../attachments/queries.ts'
import * as notes from '../comments/note-queries.ts'
import * as comments from '../comments/queries.ts'
import * as verdicts from '../comments/verdict-queries.ts'
import * as cutChanges from '../cut/change-queries.ts'
import * as cut from '../cut/queries.ts'
import * as exported from '../exports/queries.ts'
import * as noticeMails from '../inbox/mail-queries.ts'
import * as inbox from '../inbox/queries.ts'
import * as guests from '../links/guest-queries.ts'
import * as links from '../links/queries.ts'
import * as takes from '../links/take-queries.ts'
import * as mails from '../mail/queries.ts'
import * as marks from '../marks/queries.ts'
import * as blobs from '../media/blob-queries.ts'
import * as credentials from '../media/credential-queries.ts'
import { listNewestKept } from '../media/kept-queries.ts'
import * as looks from '../media/look-queries.ts'
import * as marked from '../media/marked-queries.ts'
import * as media from '../media/queries.ts'
import * as uploads from '../media/upload-queries.ts'
import * as mediaUsage from '../media/usage-queries.ts'
import * as waiting from '../media/waiting-queries.ts'
import * as platforms from '../platforms/queries.ts'
import * as playlistItems from '../playlists/item-queries.ts'
import * as playlists from '../playlists/queries.ts'
import * as assignments from '../production/assignment-queries.ts'
import * as budgets from '../production/budget-queries.ts'
import * as captureKeys from '../production/capture-key-queries.ts'
import * as characters from '../production/character-queries.ts'
import * as deletedProjects from '../production/deleted-project-queries.ts'
import * as deletedScenes from '../production/deleted-scene-queries.ts'
import * as deletions from '../production/deletion-queries.ts'
import * as edits from '../production/edit-queries.ts'
import * as imports from '../production/import-queries.ts'
import * as members from '../production/member-queries.ts'
import * as progress from '../production/progress-queries.ts'
import * as projects from '../production/project-queries.ts'
import * as production from '../production/queries.ts'
import * as scenes from '../production/scene-queries.ts'
import * as shots from '../production/shot-queries.ts'
import * as statusChanges from '../production/status-change-queries.ts'
import * as profile from '../profile/queries.ts'
import * as promptPackages from '../prompt-packages/queries.ts'
import * as provenance from '../provenance/queries.ts'
import * as reports from '../reports/queries.ts'
import * as retention from '../retention/queries.ts'
import * as reviews from '../reviews/queries.ts'
import * as savedSearches from '../saved-searches/queries.ts'
import { findLookOfVersion, listAlikeVersions, listNearPictures } from '../search/alike-queries.ts'
import { listDocuments } from '../search/document-queries.ts'
import * as searchPlaces from '../search/places/place-queries.ts'
import * as searchIndex from '../search/postgres-queries.ts'
import * as searching from '../search/queries.ts'
import * as searchWaiting from '../search/waiting-queries.ts'
import * as tags from '../tags/queries.ts'
import { engines, type Place, preparedPlace } from '../test/engines.ts'
import * as tokens from '../tokens/queries.ts'
import * as trash from '../trash/queries.ts'
import * as deliveries from '../webhooks/delivery-queries.ts'
import * as events from '../webhooks/event-queries.ts'
import * as pruning from '../webhooks/prune-queries.ts'
import * as webhooks from '../webhooks/queries.ts'
import type { Engine, Statement } from './database.ts'
import { openDatabase } from './open.ts'
import { addFunctions } from './sqlite-connection.ts'

/** Every statement that lists or looks something up; a new one joins by its name. */
const reads = Object.entries({
  ...accounts,
  ...activity,
  ...trash,
  ...assignments,
  ...attachments,
  ...assets,
  ...boards,
  ...captureKeys,
  ...comments,
  ...notes,
  ...verdicts,
  ...marks,
  ...lineage,
  ...rightsDefaults,
  ...changeSets,
  ...manyVersions,
  ...Object.fromEntries(setScenesOfSaid.map((one, nth) => [`setScenesOfSaid${nth}`, one])),
  ...statusChanges,
  ...versions,
  ...inbox,
  ...noticeMails,
  ...links,
  ...guests,
  ...takes,
  ...mails,
  ...blobs,
  ...marked,
  ...credentials,
  findLookOfVersion,
  findSmallestThumbnail: looks.findSmallestThumbnail,
  leaseToTakeLook: looks.leaseToTakeLook,
  listBlobsWithoutLook: looks.listBlobsWithoutLook,
  ...media,
  ...uploads,
  ...mediaUsage,
  ...platforms,
  ...playlists,
  ...playlistItems,
  ...production,
  ...deletedProjects,
  ...deletedScenes,
  ...deletions,
  ...edits,
  ...budgets,
  ...providers,
  ...characters,
  ...cut,
  findTimeOfChange: cutChanges.findTimeOfChange,
  listSeen: cutChanges.listSeen,
  ...imports,
  ...members,
  ...projects,
  ...scenes,
  ...shots,
  ...profile,
  ...promptPackages,
  ...provenance,
  ...exported,
  listScenesForReport: reports.listScenesForReport,
  listColors: tags.listColors,
  ...retention,
  ...reviews,
  ...savedSearches,
  ...searching,
  ...{ listSceneTexts: searchPlaces.listSceneTexts, listShotTexts: searchPlaces.listShotTexts },
  ...{ listFoundScenes: searchPlaces.listFoundScenes, listFoundShots: searchPlaces.listFoundShots },
  ...{ listPlaces: searchPlaces.listPlaces },
  listDocuments,
  ...tokens,
  ...deliveries,
  ...events,
  ...pruning,
  ...webhooks,
}).filter(([name]) =>
  /^(list|find|lock|countUnread|setRead|unselect|lease|queueDeliveries|takeVersions|set\w+(Positions|Orders|OfSaid\d)|delete\w+Of|deleteEvents|endVisits)/.test(
    name,
  ),
) as [string, Statement<never, unknown>][]

/**
 * What they find in all of a user's projects, or by the members of one, no index has in their order. They find it by these;
 * and there is a limit to how many members a project has, and to what is taken of each project.
 */
const sortLittle: Record<string, string[]> = {
  listAlternates: ['asset_versions_of_shot', 'verdicts_that_count'],
  listProjectsOfEditor: ['members_of_user'],
  listProjectNames: ['members_of_user'],
  listDeletedProjects: ['members_of_user'],
  listDeletedProjectsOfOnlyOwner: ['members_of_user'],
  listProjectsOfOnlyOwner: ['members_of_user'],
  listEventsAfter: ['members_of_user', 'events_of_project'],
  listEventsToReplay: ['members_of_user', 'events_by_project'],
  listSavedSearchIds: ['members_of_user', 'saved_searches_of_project'],
  listMembers: ['project_members'],
  findScenesByNumber: ['members_of_user', 'scenes'],
  findShotsByCode: ['members_of_user', 'scenes', 'shots'],
  listMyShots: ['shot_assignees_of_user'],
  listCarriedNotes: ['open_notes_of_version'],
  // The order of the shots of a scene is that of no index of winners.
  listTakesOfFilm: ['scenes_in_order', 'asset_versions_winner'],
  listNoteIdsOfReview: ['review_versions', 'comments_'],
}

/** What administrators ask of the whole installation, none of whose rows are left out: on SQLite in a thread of its own. */
const ofInstallation: Record<string, { isLong?: boolean }> = {
  countStates: mediaUsage.countStates,
  listBiggest: mediaUsage.listBiggest,
  listUsage: mediaUsage.listUsage,
  sumAttachments: mediaUsage.sumAttachments,
  sumDeletedAttachments: mediaUsage.sumDeletedAttachments,
  sumDistinct: mediaUsage.sumDistinct,
  sumMade: mediaUsage.sumMade,
  sumMarked: marked.sumMarked,
  sumSent: mediaUsage.sumSent,
}

const numbers = new Set<unknown>([
  ...['first', 'last', 'openFrom', 'segments', 'above'],
  'offset',
  'films',
  'limit',
  ...['a', 'b', 'c', 'd'],
  'count',
  'now',
  'position',
  'act',
  'keepQueued',
  'until',
  'selected',
  'myStars',
  'filmStars',
  'isMyFlag',
  'isFilmFlag',
  'seen',
  'dueAt',
  'isLimited',
  'needsApproval',
  'most',
  'before',
  'sortOrder',
  'silence',
  'small',
  'upTo',
  'next',
  'nextOfWalk',
  'budgetUsd',
  'spentUsd',
  'told',
  'lastOfWalk',
])
const jsons: Record<string, string> = {
  ...Object.fromEntries(
    [
      'values',
      'ids',
      'eventIds',
      'hashes',
      'names',
      'tags',
      'sceneDbIds',
      'shotIds',
      'userIds',
      'projectIds',
    ].map((name) => [name, '["x"]']),
  ),
  places: '[{"id":"x","place":1}]',
  rows: '[{"id":"x","position":1}]',
  events: '[{"id":"x"}]',
  words: '["lamp"]',
  ...{ projects: '["x"]', others: '["lamp"]' },
  ...{ numbers: '[1]', wanted: '[[1]]' },
  pictures: '[{"hash":"x","distance":1}]',
  ...{ nearA: '[1]', nearB: '[1]', nearC: '[1]', nearD: '[1]' },
}
const anyValues = new Proxy(
  {},
  { get: (_, name) => (numbers.has(name) ? 30 : (jsons[name as string] ?? 'x')) },
)

for (const engine of engines) {
  describe(`query plans on ${engine}`, () => {
    let place: Place

    before(async () => {
      place = await preparedPlace(engine)
      await (await openDatabase(place.settings, () => {})).close()
    })
    after(() => place.remove())

    test('there are statements to look at', () => {
      assert.ok(reads.length >= 40)
    })

    for (const [name, one] of reads) {
      if (name in sortLittle || name in ofInstallation) continue
      // On SQLite the table is the index.
      if (name === 'findNewestMedia') continue
      test(`${name} finds and orders its rows by an index`, async () => {
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        const { whole, byIndex } = patterns[engine]
        assert.doesNotMatch(plan, whole, plan)
        assert.match(plan, byIndex, plan)
      })
    }

    if (engine === 'sqlite') {
      test('each statement is planned once, not at each execution', () => {
        const database = openDatabaseOf(place)
        let planned = 0
        // Asked for each thing that a statement touches, when it is planned.
        database.setAuthorizer(() => {
          planned += 1
          return constants.SQLITE_OK
        })
        database.exec('begin')
        const plannedAgain = reads.filter(([, one]) => {
          const { sql, values } = one.compiled('sqlite')
          const prepared = database.prepare(sql)
          const before = planned
          for (let times = 0; times < 2; times += 1) prepared.all(...values(anyValues))
          return planned > before
        })
        database.close()
        assert.deepEqual(
          plannedAgain.map(([name]) => name),
          [],
        )
      })
    }

    for (const [name, indexes] of Object.entries(sortLittle)) {
      test(`${name} finds by indexes alone what it sorts`, async () => {
        const one = Object.fromEntries(reads)[name]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        assert.doesNotMatch(
          plan,
          /Seq Scan|Hash|^SCAN (?!(page|ancestors|ranked|\(subquery-\d+\)|CONSTANT ROW)$|(json_each|given) )/m,
          plan,
        )
        for (const index of indexes) assert.match(plan, new RegExp(index), plan)
      })
    }

    for (const [name, one, index] of [
      ['external_asset_id', newestOfExternalIds, 'asset_versions_by_external_id'],
      ['output_url', newestOfOutputUrls, 'asset_versions_by_output_url'],
    ] as const) {
      test(`captured values of ${name} are looked for one by one, whole, in their index`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        // By the value, not by a project; and by all of it, for many may begin alike.
        const search = {
          sqlite: `${index} \\(${name}=`,
          postgres: `${index}[^]*?Index Cond: \\(md5\\(${name}\\)`,
        }
        assert.match(plan, new RegExp(search[engine]), plan)
        assert.doesNotMatch(plan, /Seq Scan|Hash Join|Sort Key|TEMP B-TREE|SCAN (?!asked)/, plan)
      })
    }

    test('files that a project may have are looked for one by one, by their hash', async () => {
      const asked = listNewestKept as Statement<never, unknown>
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
      const search = {
        sqlite: /version_media_of_blob \(hash=/,
        postgres: /version_media_of_blob[\s\S]*?Index Cond: \(+hash/,
      }
      assert.match(plan, search[engine], plan)
      assert.doesNotMatch(plan, /Seq Scan|Hash Join|Sort Key|TEMP B-TREE|SCAN (?!asked)/, plan)
    })

    test('captures are looked for one by one by their keys', async () => {
      const asked = versionsOfCaptureIds as Statement<never, unknown>
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
      const search = {
        sqlite: /capture_keys USING PRIMARY KEY \(user_id=\? AND kind=\? AND key=\?\)/,
        postgres: /capture_keys_pkey[^\n]*\n[^\n]*Index Cond: [^\n]*key = ANY/,
      }
      assert.match(plan, search[engine], plan)
      assert.doesNotMatch(plan, /Seq Scan|Sort Key|TEMP B-TREE|SCAN (?!json_each)/, plan)
    })

    for (const name of ['listPromptPackagesOfIds', 'findPromptPackageOfMember']) {
      test(`${name} counts what was made from each in an index`, async () => {
        const one = Object.fromEntries(reads)[name]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        assert.match(plan, /asset_versions_by_prompt_package/, plan)
      })
    }

    for (const [sort, { first, next, slice }] of Object.entries(boards.board)) {
      test(`the ${sort} of a board are looked for in their scene, from the cursor on`, async () => {
        const plans = async (...pages: Statement<never, unknown>[]) =>
          Promise.all(pages.map((page) => (engine === 'sqlite' ? sqlitePlan : postgresPlan)(place, page)))
        const [ofFirst, ofNext, ofSlice] = (await plans(first, next, slice)) as [string, string, string]
        for (const plan of [ofFirst, ofNext, ofSlice]) {
          assert.doesNotMatch(plan, /Seq Scan|^SCAN (?!(matching|having|without|both)$)/m, plan)
          assert.match(plan, /scene_id ?=/, plan)
        }
        const entered = (index: string, first: string, all: string) =>
          new RegExp(
            engine === 'sqlite'
              ? `${index} \\(scene_id=\\? AND \\(?${first}[^<>]*[<>]`
              : `${index}[\\s\\S]*?Index Cond: [\\s\\S]*?ROW\\(${all}\\) [<>]`,
          )
        const byTime = entered('asset_versions_of_scene', 'created_at', 'created_at, id')
        assert.match(ofSlice, byTime, ofSlice)
        if (sort === 'newest' || sort === 'oldest') return assert.match(ofNext, byTime, ofNext)
        const [amount, name] =
          sort === 'costliest' || sort === 'cheapest'
            ? ['cost_estimate_usd', 'cost']
            : ['generation_seconds', 'generation']
        const byAmount = entered(`asset_versions_by_${name}`, amount, `${amount}, created_at, id`)
        assert.match(ofNext, byAmount, ofNext)
        assert.match(
          ofNext,
          entered(`asset_versions_without_${name}`, 'created_at', 'created_at, id'),
          ofNext,
        )
      })
    }

    for (const [sort, { first, next }] of Object.entries(stacked)) {
      test(`the faces of stacks, ${sort}, are one step into an index for each shot, and those without one are found by theirs`, async () => {
        const plans: string[] = []
        for (const page of [first, next]) {
          const asked = page as Statement<never, unknown>
          plans.push(await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked)))
        }
        for (const plan of plans) {
          const rows = 'matching|faces|first|behind|counted|both|having|without'
          assert.doesNotMatch(plan, new RegExp(`Seq Scan|^SCAN (?!(${rows})$)`, 'm'), plan)
          const face = {
            sqlite:
              /CORRELATED SCALAR SUBQUERY \d+\nSEARCH asset_versions USING INDEX asset_versions_of_shot_in_order \(shot_id=\?\)\n(?!USE TEMP)/,
            postgres: /Index Scan Backward using asset_versions_of_shot_in_order/,
          }
          assert.match(plan, face[engine], plan)
        }
        // Only what has no shot, or is in the order of an amount.
        const [, ofNext] = plans as [string, string]
        assert.doesNotMatch(ofNext, /\basset_versions_of_scene\b/, ofNext)
        assert.match(ofNext, /asset_versions_without_shot/, ofNext)
      })
    }

    for (const [name, index] of [
      ['listMatching', 'asset_versions_of_scene'],
      ['listCapturedSince', 'asset_versions_of_scene'],
      ['listChangedSince', 'asset_versions_changed'],
      ['listReviewedSince', 'version_reviews_by_change'],
      ['listDeletedSince', 'deleted_asset_versions_of_scene'],
      ['listMarkedSince', 'take_marks_of_scene'],
      ['listLeftSince', 'departures_by_time'],
      ['listChildren', 'asset_versions_by_parent'],
      ['listFamily', 'asset_versions_by_parent'],
    ] as const) {
      test(`${name} reads a part of ${index} alone`, async () => {
        const one = Object.fromEntries(reads)[name]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        const entry = {
          sqlite: `${index} \\((scene_id|parent_version_id|updated_at)`,
          postgres: `${index}[^]*?Index Cond`,
        }
        assert.match(plan, new RegExp(entry[engine]), plan)
        assert.doesNotMatch(plan, /Hash|Sort|TEMP B-TREE/, plan)
      })
    }

    // They sum and sort, so they are not among the others.
    for (const [name, one, indexes] of [
      ['sumVersions', reports.sumVersions, [/asset_versions_of_scene/]],
      ['sumFilm', reports.sumFilm, [/asset_versions_of_scene/]],
      ['sumCost', budgets.sumCost, [/asset_versions_of_scene/]],
      ['countMatching', boards.countMatching, [/asset_versions_of_scene/]],
      ['listNotSafe', reports.listNotSafe, [/asset_versions_winner/, /asset_versions_approved/]],
      ['listChangedPlaces', cutChanges.listChangedPlaces, [/winner_changes_of_project/]],
      ['countShotsByPerson', progress.countShotsByPerson, [/shot_assignees/, /asset_versions_approved/]],
      ['countShotsOfNobody', progress.countShotsOfNobody, [/shot_assignees/, /asset_versions_approved/]],
      ['countCapturedByDay', progress.countCapturedByDay, [/asset_versions_of_scene/]],
      ['countApprovedByDay', progress.countApprovedByDay, [/status_changes_of_project/]],
      ['winnersInStory', playlistItems.winnersInStory, [/asset_versions_winner/]],
      ['capturedFrom', playlistItems.capturedFrom, [/asset_versions_of_scene/]],
    ] as const) {
      test(`${name} reads nothing of other projects`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        assert.doesNotMatch(plan, /Seq Scan|^SCAN (scenes|asset_versions|shots)/m, plan)
        for (const index of indexes) assert.match(plan, index, plan)
      })
    }

    for (const [name, kind] of [
      ['listProjectOverviews', 'project'],
      ['listSceneOverviews', 'scene'],
      ['listShotOverviews', 'shot'],
    ] as const) {
      test(`${name} looks for winners and approved versions where nothing else is`, async () => {
        const one = Object.fromEntries(reads)[name]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        assert.match(plan, new RegExp(`asset_versions_winners_of_${kind}`), plan)
        assert.match(plan, /asset_versions_approved/, plan)
        if (kind === 'scene') assert.match(plan, /scenes_in_order/, plan)
        if (kind !== 'project') assert.match(plan, new RegExp(`asset_versions_of_${kind}`), plan)
      })
    }

    test('what is asked of the whole installation keeps nobody waiting', () => {
      for (const [name, { isLong }] of Object.entries(ofInstallation)) assert.ok(isLong, name)
    })

    for (const [name, one] of [
      ['listBiggest', mediaUsage.listBiggest],
      ['sumSent', mediaUsage.sumSent],
    ] as const) {
      test(`${name} goes through what is kept by its size`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        assert.match(plan, /version_media_by_size/, plan)
        assert.doesNotMatch(plan, /Hash|Sort Key|Seq Scan|TEMP B-TREE|^SCAN (?!version_media USING)/m, plan)
      })
    }

    test('findNewestMedia reads one row, at the end of its key', async () => {
      const one = waiting.findNewestMedia as Statement<never, unknown>
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
      const last = { sqlite: /^SCAN version_media$/, postgres: /Scan Backward using version_media_pkey/ }
      assert.match(plan, last[engine], plan)
    })

    for (const [name, one] of [
      ['listWaiting', searchWaiting.listWaiting],
      ['walkVersions', searchWaiting.walkVersions],
      ['listPlacesWaiting', searchPlaces.listPlacesWaiting],
    ] as const) {
      test(`${name} reads as many rows as it is asked for, in the order of their key`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        const inOrder = {
          sqlite: /^(SCAN search_(places_)?waiting$|SEARCH asset_versions USING)/,
          postgres: /_pkey/,
        }
        assert.match(plan, inOrder[engine], plan)
        assert.doesNotMatch(plan, /TEMP B-TREE|Sort Key|Seq Scan/, plan)
      })
    }

    test('findPlaces looks for words by project and word, and for those beside them by all of their key', async () => {
      const one = searchPlaces.findPlaces as Statement<never, unknown>
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
      const words = {
        sqlite: [
          /^SEARCH said USING PRIMARY KEY \(project_id=\? AND word>\? AND word<\?\)/m,
          /^SEARCH beside USING PRIMARY KEY \(project_id=\? AND word=\? AND place_id=\?\)/m,
        ],
        postgres: [
          /search_place_words_pkey on search_place_words said[^\n]*\n[^\n]*Index Cond: [^\n]*project_id = ANY[^\n]*word >=[^\n]*word <=/,
          /search_place_words_pkey on search_place_words beside[^\n]*\n[^\n]*Index Cond: [^\n]*project_id =[^\n]*word =[^\n]*place_id =/,
        ],
      }
      for (const pattern of words[engine]) assert.match(plan, pattern, plan)
    })

    for (const [name, one] of Object.entries({
      deletePlaceWords: searchPlaces.deletePlaceWords,
      deletePlaces: searchPlaces.deletePlaces,
      deletePlacesWaiting: searchPlaces.deletePlacesWaiting,
    })) {
      test(`${name} finds its rows by an index`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        assert.match(plan, /USING (INTEGER )?PRIMARY KEY|_pkey/, plan)
        assert.doesNotMatch(plan, /Seq Scan|^SCAN (?!json_each|given|\w+ VIRTUAL TABLE)/m, plan)
      })
    }

    if (engine === 'postgres') {
      // On SQLite they are in a file of their own.
      const { lockProgress, saveProgress, findDocuments, newestDocuments, listOpen } = searchIndex
      const { listDocumentsBetween, listIds, newestSegments, listSegmentsOf, listPostings } = searchIndex
      const { findPostings, leaveSegments, sweepSegments } = searchIndex
      const { removeDocuments, deleteTakenUp, numberWords, numberWordsFrom } = searchIndex
      for (const [name, one] of Object.entries({
        ...{ lockProgress, saveProgress, findDocuments, newestDocuments, listOpen, listDocumentsBetween },
        ...{ listIds, newestSegments, listSegmentsOf, listPostings, findPostings },
        ...{ leaveSegments, sweepSegments, removeDocuments, deleteTakenUp, numberWords, numberWordsFrom },
      })) {
        test(`${name} of the search finds its rows by an index`, async () => {
          const plan = await postgresPlan(place, one as Statement<never, unknown>)
          assert.match(plan, /_(pkey|key|by_number|gone)/, plan)
          assert.doesNotMatch(plan, /Seq Scan/, plan)
        })
      }
    }

    // Every worker asks for them, and most media are kept and looked into.
    for (const [name, one, index] of [
      ['leaseFreshMedia', waiting.leaseFreshMedia, 'version_media_to_fetch'],
      ['leaseTriedMedia', waiting.leaseTriedMedia, 'version_media_to_retry'],
      ['leaseBlobsToWorkOn', blobs.leaseBlobsToWorkOn, 'blobs_to_work_on'],
      ['measureWork', blobs.measureWork, 'blobs_to_work_on'],
      ['leaseToMark', marked.leaseToMark, 'marked_media_to_make'],
      ['countToMark', marked.countToMark, 'marked_media_to_make'],
    ] as const) {
      test(`${name} looks at what waits only, however much is kept`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        assert.match(plan, new RegExp(index), plan)
        assert.doesNotMatch(plan, /version_media_of|TEMP B-TREE|Sort Key|Seq Scan/, plan)
      })
    }

    // Those that change what is there, each by an index.
    for (const [name, one] of Object.entries({
      beginRemoval: blobs.beginRemoval,
      deleteMadeOf: blobs.deleteMadeOf,
      deleteMarked: marked.deleteMarked,
      deleteFirstAsked: marked.deleteFirstAsked,
      deleteMediaOfVersions: media.deleteMediaOfVersions,
      closeNotesOfVersion: notes.closeNotesOfVersion,
      countReviews: notes.countReviews,
      moveNotesOfVersion: notes.moveNotesOfVersion,
      reopenNotesOfVersion: notes.reopenNotesOfVersion,
      endVerdictOf: verdicts.endVerdictOf,
      deleteSomeLeft: attachments.deleteSomeLeft,
      deleteSomeOfScene: attachments.deleteSomeOfScene,
      deleteSomeOfVersion: attachments.deleteSomeOfVersion,
      deleteOthersOfComment: attachments.deleteOthersOfComment,
      takeAttachments: attachments.takeAttachments,
      deleteSomeCommentsOf: retention.deleteSomeCommentsOf,
      deleteSomeVerdictsOf: retention.deleteSomeVerdictsOf,
      deleteSomeMarksOf: retention.deleteSomeMarksOf,
      deleteMarksOfScene: deletions.deleteMarksOfScene,
      countMarksOfScene: marks.countMarksOfScene,
      countMarksOfDeleted: marks.countMarksOfDeleted,
      deleteColors: tags.deleteColors,
      deleteWaiting: searchWaiting.deleteWaiting,
      takeNotesFromShot: shots.takeNotesFromShot,
      unshelveMedia: waiting.unshelveMedia,
    })) {
      test(`${name} finds its rows by an index`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        assert.doesNotMatch(plan, /Seq Scan|^SCAN (?!json_each )/m, plan)
      })
    }

    const { listTagsByName, listTagsByCount, listVersionsWithTags } = tags
    for (const [name, asked] of Object.entries({ listTagsByName, listTagsByCount, listVersionsWithTags })) {
      test(`${name} looks at the versions of the project alone`, async () => {
        const one = asked as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        assert.doesNotMatch(plan, /Seq Scan|^SCAN (scenes|version|project_tags)/m, plan)
      })
    }

    test('listNearPictures finds looks by each of their parts', async () => {
      const one = listNearPictures as Statement<never, unknown>
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
      assert.doesNotMatch(plan, /Seq Scan|^SCAN looks/m, plan)
      const indexes = plan.match(/looks_by_\w+/g) ?? []
      assert.deepEqual(new Set(indexes), new Set(['a', 'b', 'c', 'd'].map((part) => `looks_by_${part}`)))
    })

    test('listAlikeVersions finds by the pictures who has them', async () => {
      const one = listAlikeVersions as Statement<never, unknown>
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
      assert.doesNotMatch(plan, /Seq Scan|^SCAN (version_media|asset_versions|scenes|member)/m, plan)
    })

    for (const name of [
      'listDeliveriesOfWebhook',
      'listFailedDeliveriesOfWebhook',
      'listDeliveriesOfWebhookByStatus',
      'findDelivery',
    ]) {
      test(`${name} begins with the deliveries, of which there are fewer than events`, async () => {
        const one = Object.fromEntries(reads)[name]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        const ofEvent = /SEARCH events USING \w*INDEX \w+ \(id=\?\)|Index Cond: \(id = \(deliveries\.event_id/
        assert.match(plan, ofEvent, plan)
      })
    }

    test('countUnread reads what is unread, and nothing else', async () => {
      const one = Object.fromEntries(reads).countUnread!
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
      assert.match(plan, /notices_unread/, plan)
    })

    test('listEventsWithoutPosition reads what has none, and nothing else', async () => {
      const one = Object.fromEntries(reads).listEventsWithoutPosition!
      const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
      assert.match(plan, /events_without_position/, plan)
    })

    // Every worker asks for them four times a second.
    for (const [name, ...kinds] of [
      ['findDueWebhook', 'alone', 'batched'],
      ['leaseDueWebhooks', 'alone', 'batched'],
      ['listQueuedAlone', 'alone'],
      ['listQueuedBatched', 'batched'],
      ['listQueuedBatch', 'batched'],
      ['findOldestQueued', 'alone', 'batched'],
    ]) {
      test(`${name} looks at what is queued only, however long the log is`, async () => {
        const one = Object.fromEntries(reads)[name as string]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        const indexes = plan.match(/\bdeliveries_[a-z]\w*/g) ?? []
        assert.deepEqual(new Set(indexes), new Set(kinds.map((kind) => `deliveries_${kind}`)))
        assert.doesNotMatch(plan, /deliveries USING PRIMARY KEY/, plan)
      })
    }
  })
}

/**
 * What a plan shows that reads a whole table or sorts by itself, and one that uses an index. `waiting` is no table but
 * a few rows, a family two hundred, what was `said` of a take a hundred, and `json_each` is a parameter.
 */
const patterns: Record<Engine, { whole: RegExp; byIndex: RegExp }> = {
  sqlite: {
    whole: /^SCAN (?!(waiting|ancestors|family|said|CONSTANT ROW)$|(json_each|given) |.*USING)|TEMP B-TREE/m,
    byIndex: /USING (COVERING )?INDEX|USING PRIMARY KEY/,
  },
  postgres: { whole: /Seq Scan|Sort Key/, byIndex: /Index (Only )?Scan/ },
}

function openDatabaseOf({ settings }: Place): DatabaseSync {
  const database = new DatabaseSync(join(settings.dataFolder, 'dailies.db'))
  addFunctions(database)
  return database
}

async function sqlitePlan(place: Place, one: Statement<never, unknown>): Promise<string> {
  const database = openDatabaseOf(place)
  const { sql, values } = one.compiled('sqlite')
  const rows = database.prepare(`explain query plan ${sql}`).all(...values(anyValues))
  database.close()
  return rows.map((row) => row.detail).join('\n')
}

async function postgresPlan({ settings }: Place, one: Statement<never, unknown>): Promise<string> {
  const client = new pg.Client(settings.databaseUrl)
  await client.connect()
  // On tables this small reading them whole is the cheaper way; switched off, it remains only where no index serves.
  await client.query('set enable_seqscan = off')
  await client.query('set enable_sort = off')
  const { sql, values } = one.compiled('postgres')
  const { rows } = await client.query(`explain ${sql}`, values(anyValues))
  await client.end()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
