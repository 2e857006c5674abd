import type { Field } from '../match.ts'

/** Characters of each text that are searched. */
export const searchedText = 2000

interface Scene {
  sceneId: string
  macroScene: string | null
  storyBeat: string | null
}

interface Shot {
  sceneId: string
  shotCode: string
  description: string | null
  note: string | null
}

/** The texts by which a scene is found, those that say most about it first. */
export function fieldsOfScene({ sceneId, macroScene, storyBeat }: Scene): Field[] {
  return given([
    { name: 'sceneId', text: sceneId, weight: 4 },
    ...asSpoken({ name: 'sceneId', text: sceneId, weight: 4 }),
    { name: 'macroScene', text: macroScene ?? '', weight: 3 },
    { name: 'storyBeat', text: storyBeat ?? '', weight: 2 },
  ])
}

/** The same of a shot, which is found by the number of its scene as well: `012A A3`. */
export function fieldsOfShot({ sceneId, shotCode, description, note }: Shot): Field[] {
  return given([
    { name: 'shotCode', text: shotCode, weight: 4 },
    ...asSpoken({ name: 'shotCode', text: shotCode, weight: 4 }),
    { name: 'description', text: description ?? '', weight: 2 },
    { name: 'note', text: note ?? '', weight: 1.5 },
    { name: 'sceneId', text: sceneId, weight: 1 },
    ...asSpoken({ name: 'sceneId', text: sceneId, weight: 1 }),
  ])
}

/** The same number as people say it: `12A` of `012A`. None where it begins with no zero. */
function asSpoken({ text, ...field }: Field): Field[] {
  const spoken = text.replace(/(?<![\p{L}\p{N}])0+(?=\d)/gu, '')
  return spoken === text ? [] : [{ ...field, text: spoken }]
}

function given(fields: Field[]): Field[] {
  return fields.filter(({ text }) => text !== '')
}
