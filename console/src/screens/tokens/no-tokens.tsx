import { Button } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { KeyRound } from 'lucide-react'
import { CaptureLine } from '../../takes/capture-line.tsx'

/** What a token is for, and how to capture with one. */
export function NoTokens({ isFirst, onMake }: { isFirst: boolean; onMake: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Empty
        icon={KeyRound}
        title={isFirst ? 'No token yet' : 'No token is valid any more'}
        action={
          <Button look="primary" onClick={onMake}>
            {isFirst ? 'Make the first one' : 'Make a new one'}
          </Button>
        }
      >
        A token lets a program file takes for you. Make one, paste it into the settings of the browser
        extension with this address, and capture from the platforms you generate on.
      </Empty>
      <div className="mx-auto w-full max-w-3xl">
        <h2 className="mb-1 text-sm font-medium">Or capture from a script</h2>
        <CaptureLine />
      </div>
    </div>
  )
}
