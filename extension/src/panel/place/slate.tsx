import { useState } from 'react'
import { choosePlace } from '../../place/place-at-hand.ts'
import { refreshProfile } from '../../place/profile.ts'
import { text } from '../../texts.ts'
import { useService } from '../service.tsx'
import { useSession } from '../use-session.ts'
import { useSetting } from '../use-setting.ts'
import { ChoosePlace, type PlaceStep } from './choose-place.tsx'
import type { ChosenPlace } from './chosen-place.ts'
import { PlaceCells } from './place-cells.tsx'

/** The place at hand, where the next capture goes, at the top of the panel. */
export function Slate() {
  const { dailies } = useService()
  const place = useSetting('placeAtHand')?.value
  const isSending = useSession('queueStatus')?.state === 'sending'
  const [step, setStep] = useState<PlaceStep>()
  const choose = async (chosen: ChosenPlace) => {
    await choosePlace(chosen)
    // Without the service it is told later: it counts here at once.
    await refreshProfile(dailies).catch(() => undefined)
  }
  return (
    <>
      <PlaceCells place={place} withCharacter stripes={isSending ? 'moving' : 'still'} onStep={setStep} />
      <p role="status" className="sr-only">
        {isSending && text('panelSending')}
      </p>
      {step && (
        <ChoosePlace
          step={step}
          place={place}
          onChoose={(chosen) => void choose(chosen)}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  )
}
