import { buttonLook } from '@dailies/ui/button.tsx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page, Section, Slate } from '../../ui/page.tsx'
import { HandOver } from './hand-over.tsx'
import { ChromeSteps, FirefoxSteps } from './load-steps.tsx'

const packages = {
  chrome: {
    name: 'Chrome, Edge, Brave and the like',
    file: '/extension/dailies-chrome.zip',
    Steps: ChromeSteps,
  },
  firefox: { name: 'Firefox 142 and later', file: '/extension/dailies-firefox.zip', Steps: FirefoxSteps },
} as const

/** From nothing to a browser that captures: the package, how it is loaded, and what connects it. */
export function GetExtension() {
  const mine = navigator.userAgent.includes('Firefox/') ? 'firefox' : 'chrome'
  const other = mine === 'firefox' ? 'chrome' : 'firefox'
  return (
    <Page title="Get the extension">
      <p className="max-w-prose text-muted">
        The browser extension captures what you generate, on the page where you generate it: its address,
        prompt, model, seed and cost, into the scene that you are at.
      </p>
      <Section title={`For ${packages[mine].name}`}>
        <ol className="flex flex-col gap-6">
          <Step number={1} title="Download it">
            <DownloadLink browser={mine} look="primary" />
          </Step>
          <Step number={2} title="Load it">
            <Steps browser={mine} />
          </Step>
          <Step number={3} title="Connect it">
            <HandOver />
          </Step>
        </ol>
      </Section>
      <details className="rounded-2xl border border-line bg-surface p-4 sm:p-5">
        <summary className="w-fit rounded-lg pr-2 font-semibold">For {packages[other].name}</summary>
        <div className="mt-4 flex flex-col gap-4">
          <DownloadLink browser={other} look="plain" />
          <Steps browser={other} />
          <p className="text-muted">Then open this page in that browser, and connect it there.</p>
        </div>
      </details>
    </Page>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col items-start gap-3">
      <h3 className="flex items-center gap-2.5 font-semibold">
        <Slate>{number}</Slate>
        {title}
      </h3>
      {children}
    </li>
  )
}

function DownloadLink({ browser, look }: { browser: keyof typeof packages; look: 'primary' | 'plain' }) {
  const { file, name } = packages[browser]
  return (
    <a href={file} download className={`${buttonLook(look)} w-fit`}>
      <Download size={16} aria-hidden />
      Download for {name.split(/[ ,]/)[0]}
    </a>
  )
}

function Steps({ browser }: { browser: keyof typeof packages }) {
  const { Steps } = packages[browser]
  return <Steps />
}
