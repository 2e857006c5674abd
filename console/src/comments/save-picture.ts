import type { Drawing } from '@dailies/contract/drawing.ts'
import { type FrameRange, frameAt, middleOf } from '@dailies/contract/frame.ts'
import { notify } from '@dailies/ui/notices.ts'
import { framePicture } from '../drawing/frame-picture.ts'
import type { TakeStage } from './take-stage.ts'

/** Milliseconds in which a frame comes. */
const patience = 5000

/** Saves what is seen of a take, with what is drawn on it, as a file. */
export async function savePicture(stage: TakeStage, name: string): Promise<void> {
  const { pad, shown } = stage.state()
  await save(stage, { name, drawing: pad ? pad.drawing : shown?.drawing })
}

/** Saves a comment as a picture of its frame, with what was drawn on it. */
export async function saveComment(
  stage: TakeStage,
  name: string,
  comment: { id: string; range: FrameRange | null; drawing: Drawing | null },
): Promise<void> {
  stage.show(comment)
  if (comment.range) await come(stage, comment.range)
  await save(stage, { name, drawing: comment.drawing })
}

/** Fulfilled when the frame is seen, or does not come. */
async function come(stage: TakeStage, { from, rate }: FrameRange): Promise<void> {
  const wanted = () => frameAt(middleOf(from, rate), stage.player?.getRate().rate ?? rate)
  for (const end = performance.now() + patience; performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (stage.seen === wanted()) return
  }
}

async function save(
  stage: TakeStage,
  { name, drawing }: { name: string; drawing: Drawing | null | undefined },
): Promise<void> {
  const picture = stage.player?.picture()
  if (!picture) return notify('There is no picture to be saved.', { failed: true })
  const made = await framePicture(picture, drawing?.shapes ?? [])
  if ('problem' in made) return notify(made.problem, { failed: true })
  const address = URL.createObjectURL(made.png)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name} frame ${stage.player?.getFrame() ?? 0}.png`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
