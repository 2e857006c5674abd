import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useState } from 'react'
import { text } from '../../texts.ts'
import { errorText } from '../error-text.ts'
import type { Lists } from '../lists/lists.ts'
import { useService } from '../service.tsx'

interface Decision {
  selected?: boolean
  compareGroup?: string | null
}

/** Changes whether a version is the winner, or its compare group, and reads the scene again: another may have lost. */
export function useDecision(sceneDbId: string, version: Lists['versions']) {
  const { dailies, lists } = useService()
  const [busy, setBusy] = useState(false)
  const decide = async (decision: Decision) => {
    setBusy(true)
    try {
      await dailies.updateAsset({ assetId: version.id, ...decision })
      await lists.refresh('versions', sceneDbId)
      if (decision.selected) notify(text('panelIsWinner', takeName(version)))
    } catch (error) {
      notify(errorText(error), { failed: true })
    } finally {
      setBusy(false)
    }
  }
  return { busy, decide }
}
