import { useState } from 'react'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { ChoosePlace, type PlaceStep } from '../place/choose-place.tsx'
import type { ChosenPlace } from '../place/chosen-place.ts'
import { PlaceCells } from '../place/place-cells.tsx'
import { fieldLabel } from './field-labels.ts'
import type { CaptureFormState } from './use-capture-form.ts'

const fields = ['projectId', 'sceneId', 'shotId'] as const

/** Where a capture goes; `isQuiet`: without what is wrong with it. A new one goes to the place at hand, which is chosen at the top of the panel. */
export function CapturePlace({ form, isQuiet = false }: { form: CaptureFormState; isQuiet?: boolean }) {
  const [step, setStep] = useState<PlaceStep>()
  const place = usePlaceOf(form)
  const errorsAt = (field: string) => (isQuiet ? [] : (form.errorsAt(field) ?? []))
  const wrong = fields.flatMap((field) => errorsAt(field).map((error) => `${fieldLabel(field)}: ${error}`))
  if (!form.capture && wrong.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      {form.capture && (
        <>
          <h3 className="text-sm font-medium">{text('panelGoesTo')}</h3>
          <PlaceCells place={place} onStep={setStep} />
        </>
      )}
      {wrong.length > 0 && (
        <p role="alert" className="text-sm font-medium text-danger">
          {form.capture ? wrong.join('. ') : text('panelChooseAbove')}
        </p>
      )}
      {step && (
        <ChoosePlace
          step={step}
          place={place}
          onChoose={({ projectId, sceneId, shotId }) =>
            form.set({ projectId, sceneId, shotId: shotId ?? '' })
          }
          onClose={() => setStep(undefined)}
        />
      )}
    </div>
  )
}

/** The place that the draft names. It knows the number of the scene alone: its id is looked up. */
function usePlaceOf({ draft: { projectId, sceneId, shotId } }: CaptureFormState): ChosenPlace | undefined {
  const scenes = useList('scenes', projectId || undefined).items
  const scene = scenes?.find((one) => one.sceneId === sceneId.toUpperCase())
  if (!projectId || !sceneId) return undefined
  return {
    projectId,
    sceneDbId: scene?.id ?? '',
    sceneId,
    shotId: shotId || null,
    characterName: null,
  }
}
