import type { endpoints } from '@dailies/contract/endpoints.ts'
import fc from 'fast-check'
import type { Known } from './arbitrary.ts'
import type { TestUser } from './service.ts'

/** Stands in a path for the id of a comment that is made for the request. */
const newComment = 'a-doomed-comment'

const rate = { numerator: 24_000, denominator: 1001 }
const unit = fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100_000)
const place = fc.record({ x: unit, y: unit }, { noNullPrototype: true })
const look = { colour: fc.constantFrom('#ff3355', '#FFFFFF', '#000000'), width: fc.constantFrom(0.001, 0.2) }
const boxes = fc.constantFrom('line', 'arrow', 'rectangle', 'ellipse')

const shapes = fc.oneof(
  fc.record({ kind: boxes, ...look, from: place, to: place }, { noNullPrototype: true }),
  fc.record(
    {
      kind: fc.constant('pen'),
      ...look,
      points: fc.array(fc.tuple(unit, unit, unit), { minLength: 1, maxLength: 9 }),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      kind: fc.constant('text'),
      colour: look.colour,
      at: place,
      size: fc.constantFrom(0.005, 0.5),
      text: fc.constantFrom('here', '場🎬'),
    },
    { noNullPrototype: true },
  ),
)

/** What the schemas of comments and verdicts cannot say: that some fields depend on others, and how far a drawing goes. */
export const reviewValues: Known = {
  text: fc.constantFrom('Darker.', '場🎬 slower', 'a\nb', '\ud800'),
  note: fc.constantFrom('Darker.', '場🎬 slower'),
  range: fc.constantFrom(null, { from: 0, to: 0, rate }, { from: 48, to: 20_736_000, rate }),
  drawing: fc.option(
    fc.record({ shapes: fc.array(shapes, { minLength: 1, maxLength: 4 }) }, { noNullPrototype: true }),
  ),
  attachmentIds: fc.constant([]),
  name: fc.constantFrom('sketch.png', ' 場🎬.pdf', 'no type'),
  needed: fc.constant(0),
}

/** What requests about the version need to be good ones. */
export async function knownReview(user: TestUser, versionId: string, projectId: string) {
  const say = async (): Promise<string> =>
    (await user.send('POST', `/api/assets/${versionId}/comments`, { text: 'Darker.' })).body.data.id
  const commentId = await say()
  const ofVersion = { id: fc.constant(versionId) }
  const ofComment = { id: fc.constant(commentId) }
  const ofProject = { id: fc.constant(projectId) }
  const nobody = fc.constant([])
  const key = fc.option(fc.noShrink(fc.uuid()), { nil: undefined })
  const mentionIds = fc.constantFrom([], [user.id])
  const parentId = fc.constantFrom(undefined, null, commentId)
  const knownOf: Partial<Record<keyof typeof endpoints, Known>> = {
    listComments: ofVersion,
    listCarriedNotes: ofVersion,
    createComment: { ...ofVersion, ...reviewValues, key, mentionIds, parentId },
    readComment: ofComment,
    updateComment: { ...ofComment, ...reviewValues, mentionIds },
    deleteComment: { id: fc.constant(newComment) },
    resolveComment: ofComment,
    listOpenNotes: ofProject,
    listVerdicts: ofVersion,
    setMyMark: ofVersion,
    setFilmMark: ofVersion,
    giveVerdict: { ...ofVersion, ...reviewValues, key },
    readApprovalRule: ofProject,
    setApprovalRule: { ...ofProject, ...reviewValues, fromIds: nobody },
  }

  /** The path with what stands for a new comment replaced by the id of one. */
  async function filled(path: string): Promise<string> {
    return path.includes(newComment) ? path.replace(newComment, await say()) : path
  }

  return { knownOf, filled }
}
