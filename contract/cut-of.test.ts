import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { defaultCutSettings, pictureTypes, soundTypes } from './cut.ts'
import { type CutScene, type CutWinner, cutOf, inRow, rateOfRow, soundsOf } from './cut-of.ts'
import { framesIn, startOf } from './frame.ts'

const rates = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
]
const types = [...pictureTypes, ...soundTypes, 'OTHER'] as const

let made = 0
function winner(more: Partial<CutWinner> = {}): CutWinner {
  made += 1
  return {
    assetVersionId: `take ${made}`,
    ...{ assetType: 'IMAGE', status: 'SELECTED', versionNumber: 1, platformLabel: 'Runway' },
    ...{ outputUrl: '', thumbnailUrl: null, media: null, rate: null, durationSeconds: null, trim: null },
    ...more,
  }
}

const anyRate = fc.constantFrom(...rates)
const anyTrim = fc
  .record({ in: fc.nat(500), more: fc.integer({ min: 1, max: 500 }), rate: anyRate })
  .map(({ in: first, more, rate }) => ({ in: first, out: first + more, rate }))
/** At most one of a type, as the database has it. */
const anyWinners = fc.uniqueArray(fc.constantFrom(...types), { maxLength: 5 }).chain((some) =>
  fc.tuple(
    ...some.map((assetType) =>
      fc
        .record({
          rate: fc.option(anyRate),
          durationSeconds: fc.option(fc.double({ min: 0.001, max: 600, noNaN: true })),
          trim: fc.option(anyTrim),
        })
        .map((known) =>
          winner({
            assetType,
            ...known,
            // As it is checked when it is set.
            trim: known.trim && { ...known.trim, rate: known.rate ?? known.trim.rate },
          }),
        ),
    ),
  ),
)
const anyScenes: fc.Arbitrary<CutScene[]> = fc
  .array(fc.record({ winners: anyWinners, shots: fc.array(anyWinners, { maxLength: 4 }) }), { maxLength: 6 })
  .map((scenes) =>
    scenes.map(({ winners, shots }, index) => ({
      id: `scene ${index}`,
      ...{ sceneId: `${index}`, act: null, storyBeat: 'The lamp goes out.', winners },
      shots: shots.map((winners, place) => ({ id: `shot ${index} ${place}`, shotCode: `${place}`, winners })),
    })),
  )
const anySettings = fc.record({
  rate: anyRate,
  stillFrames: fc.integer({ min: 1, max: 500 }),
  slateFrames: fc.integer({ min: 1, max: 500 }),
})

describe('The cut', () => {
  it('has each shot once, in order, and each begins where the one before it ends', () => {
    fc.assert(
      fc.property(anyScenes, anySettings, fc.nat(1000), (scenes, settings, start) => {
        const entries = cutOf(scenes, settings, start)
        const places = scenes.flatMap(({ id, shots }) =>
          shots.length > 0 ? shots.map((shot) => [id, shot.id]) : [[id, null]],
        )
        assert.deepEqual(
          entries.map(({ sceneDbId, shotId }) => [sceneDbId, shotId]),
          places,
        )
        let at = start
        for (const entry of entries) {
          assert.equal(entry.start, at)
          at += entry.duration
        }
      }),
    )
  })

  it('shows whole frames, never beyond the end of a film, for as long as these take', () => {
    fc.assert(
      fc.property(anyScenes, anySettings, (scenes, settings) => {
        for (const { in: first, out, duration, frames, rate, ...entry } of cutOf(scenes, settings)) {
          for (const number of [first, out, duration]) assert.ok(Number.isInteger(number))
          assert.ok(out > first && duration >= 1)
          if (frames !== null) assert.ok(out <= frames)
          assert.equal(duration, framesIn(startOf(out - first, rate), settings.rate))
          assert.equal(entry.version === null, entry.kind === 'slate')
        }
      }),
    )
  })

  it('plays the film where there is a film, else the still, else a slate', () => {
    fc.assert(
      fc.property(anyScenes, anySettings, (scenes, settings) => {
        const winnersOf = scenes.flatMap(({ winners, shots }) =>
          shots.length > 0 ? shots.map((shot) => shot.winners) : [winners],
        )
        for (const [index, entry] of cutOf(scenes, settings).entries()) {
          const best = pictureTypes.find((type) => winnersOf[index]!.some((one) => one.assetType === type))
          assert.equal(entry.version?.assetType, best)
          assert.equal(entry.kind, best === 'VIDEO' ? 'film' : best ? 'still' : 'slate')
          assert.equal(entry.storyBeat, best ? null : 'The lamp goes out.')
        }
      }),
    )
  })

  it('has each sound once, from where its shot or scene begins to where that ends', () => {
    fc.assert(
      fc.property(anyScenes, anySettings, (scenes, settings) => {
        const entries = cutOf(scenes, settings)
        const isHeard = ({ assetType }: CutWinner) => (soundTypes as readonly string[]).includes(assetType)
        const all = scenes.flatMap(({ winners, shots }) => [winners, ...shots.map((shot) => shot.winners)])
        const spans = soundsOf(entries)
        assert.deepEqual(
          spans.map(({ sound }) => sound.assetVersionId).sort(),
          all.flatMap((some) => some.filter(isHeard).map((one) => one.assetVersionId)).sort(),
        )
        for (const { sound, start, duration } of spans) {
          const first = entries.find((entry) => entry.sounds.includes(sound))!
          const within =
            sound.under === 'shot' ? [first] : entries.filter((e) => e.sceneDbId === first.sceneDbId)
          assert.equal(start, first.start)
          assert.equal(
            duration,
            within.reduce((sum, entry) => sum + entry.duration, 0),
          )
        }
      }),
    )
  })

  it('read in parts is the one read at once', () => {
    fc.assert(
      fc.property(anyScenes, anySettings, (scenes, settings) => {
        let start = 0
        const parts = scenes.flatMap((scene) => {
          const entries = cutOf([scene], settings, start)
          start = entries.at(-1)!.start + entries.at(-1)!.duration
          return entries
        })
        assert.deepEqual(parts, cutOf(scenes, settings))
      }),
    )
  })

  it('plays nothing of a scene itself that is seen where it has shots', () => {
    const scene = { id: '1', sceneId: '1', act: null, storyBeat: null, winners: [winner()] }
    const [entry] = cutOf(
      [{ ...scene, shots: [{ id: 'a', shotCode: 'A', winners: [] }] }],
      defaultCutSettings,
    )
    assert.equal(entry?.kind, 'slate')
    assert.equal(cutOf([{ ...scene, shots: [] }], defaultCutSettings)[0]?.kind, 'still')
  })

  it('shows two seconds at 23.976 for 48 frames of a film of 24', () => {
    const rate = { numerator: 24_000, denominator: 1001 }
    const film = winner({ assetType: 'VIDEO', rate, durationSeconds: 10, trim: { in: 10, out: 58, rate } })
    const scene = { id: '1', sceneId: '1', act: 1, storyBeat: null, winners: [film], shots: [] }
    const [entry] = cutOf([scene], defaultCutSettings)
    assert.deepEqual([entry?.in, entry?.out, entry?.duration, entry?.frames], [10, 58, 48, 240])
  })

  it('shows all that was asked for where in and out count another rate than the film', () => {
    const [rate, counted] = [24, 30].map((numerator) => ({ numerator, denominator: 1 }))
    const trim = { in: 30, out: 290, rate: counted! }
    const film = winner({ assetType: 'VIDEO', rate: rate!, durationSeconds: 10, trim })
    const scene = { id: '1', sceneId: '1', act: 1, storyBeat: null, winners: [film], shots: [] }
    const [entry] = cutOf([scene], defaultCutSettings)
    assert.deepEqual([entry?.in, entry?.out, entry?.duration, entry?.frames], [30, 290, 208, 300])
  })
})

describe('Takes in a row', () => {
  const anyTake = fc.record({
    kind: fc.constantFrom('film' as const, 'still' as const, 'sound' as const),
    rate: fc.option(anyRate),
    durationSeconds: fc.option(fc.double({ min: 0.001, max: 600, noNaN: true })),
  })

  it('play each whole, one after the other, at a rate that leaves out no frame', () => {
    fc.assert(
      fc.property(fc.array(anyTake, { maxLength: 20 }), (takes) => {
        const rate = rateOfRow(takes)
        let at = 0
        const row = inRow(takes)
        assert.deepEqual(
          row.map(({ take }) => take),
          takes,
        )
        for (const { take, start, in: first, out, duration, rate: own } of row) {
          assert.equal(start, at)
          at += duration
          assert.equal(first, 0)
          assert.equal(duration, framesIn(startOf(out, own), rate))
          if (take.kind === 'film') assert.ok(startOf(1, rate) <= startOf(1, own))
          const isKnown = take.kind !== 'still' && take.durationSeconds !== null
          if (isKnown) assert.equal(out, framesIn(take.durationSeconds!, own))
        }
      }),
    )
  })

  it('shows a still for three seconds, and counts a sound in milliseconds', () => {
    const film = { kind: 'film' as const, rate: { numerator: 50, denominator: 1 }, durationSeconds: 2 }
    const still = { kind: 'still' as const, rate: null, durationSeconds: null }
    const sound = { kind: 'sound' as const, rate: null, durationSeconds: 1.5 }
    assert.deepEqual(
      inRow([film, still, sound]).map(({ start, duration, out }) => [start, duration, out]),
      [
        [0, 100, 100],
        [100, 150, 150],
        [250, 75, 1500],
      ],
    )
  })
})
