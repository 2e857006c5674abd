import { useSetting } from '../use-setting.ts'

/** Whether pictures may be loaded from where they were captured. Not until the service has said so. */
export function useRemotePreviews(): boolean {
  const connection = useSetting('connection')?.value
  const said = useSetting('remotePreviews')?.value
  return said !== undefined && said.service === connection?.address && said.allowed
}
