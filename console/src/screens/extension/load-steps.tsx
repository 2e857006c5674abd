import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy.tsx'

export function ChromeSteps() {
  return (
    <Steps>
      <li>Unpack the file into a folder that stays where it is, such as one in your home folder.</li>
      <li>
        Open <Address text="chrome://extensions" /> (a page cannot link there).
      </li>
      <li>
        Switch on <b>Developer mode</b>, then choose <b>Load unpacked</b> and that folder.
      </li>
      <li>
        Pin <b>Dailies</b>: the piece of a puzzle beside the address has the list.
      </li>
    </Steps>
  )
}

export function FirefoxSteps() {
  return (
    <Steps>
      <li>
        Open <Address text="about:debugging#/runtime/this-firefox" /> (a page cannot link there).
      </li>
      <li>
        Choose <b>Load Temporary Add-on</b> and the file, as it is. Firefox forgets it when it ends: an add-on
        that stays has to be signed by Mozilla. Developer Edition keeps it, installed from <b>about:addons</b>{' '}
        with <code className="font-mono text-sm">xpinstall.signatures.required</code> off.
      </li>
      <li>
        Pin <b>Dailies</b> to the toolbar, from the list behind the piece of a puzzle.
      </li>
    </Steps>
  )
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex max-w-prose list-[lower-alpha] flex-col gap-2 pl-5">{children}</ol>
}

function Address({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-sm break-all">{text}</code>
      <CopyButton text={text} label={`Copy: ${text}`} />
    </span>
  )
}
