import { automatic1111 } from './automatic1111.ts'
import { comfyui } from './comfyui.ts'
import { forge } from './forge.ts'
import { invokeai } from './invokeai.ts'
import { platformScript } from './script.ts'

/** Interfaces that run wherever their user has them. A descendant stands before what it came from, and looks like. */
export const localAdapters = [comfyui, invokeai, forge, automatic1111]

/** For every page that is of no hosted platform. */
export default platformScript(...localAdapters)
