import { call, type Input } from '../api/call.ts'

/** What a take is made of. */
export type Capture = Input<'createAsset'>['body']

/** Makes a take that has no media yet, and returns its id. The same `captureId` in its provenance makes no second one. */
export async function makeTake(capture: Capture, signal: AbortSignal): Promise<string> {
  const { data } = await call('createAsset', { body: capture }, { signal })
  return data.id
}
