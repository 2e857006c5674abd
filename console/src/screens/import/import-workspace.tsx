import type { ImportReport, Workspace } from '@dailies/contract/workspace.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { jsonProblem } from '@dailies/ui/json-problem.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import example from '../../../../docs/example-workspace.json?url'
import { call } from '../../api/call.ts'
import { counted } from '../../ui/counted.ts'
import { useDraft } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { ChangeList } from './change-list.tsx'
import { ChangeSummary } from './change-summary.tsx'
import { comeIntoView } from './come-into-view.ts'
import { type Source, TextSource } from './text-source.tsx'
import { Working } from './working.tsx'
import { workspaceProblems } from './workspace-problems.ts'

interface Checked {
  workspace: Workspace
  report: ImportReport
}

const nothing: Source = { text: '', fileName: '' }

/** Brings projects in from a workspace file: shows what would change, then does it. */
export function ImportWorkspace() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { values: source, set, reset } = useDraft(nothing, 'import-workspace')
  const [work, setWork] = useState<'checking' | 'importing'>()
  const [problems, setProblems] = useState<string[]>([])
  const [checked, setChecked] = useState<Checked>()
  /** What is looked at; an answer to something older is of no interest. */
  const current = useRef('')

  const change = (next: Source, whole: boolean) => {
    set(next)
    current.current = next.text
    setChecked(undefined)
    setProblems([])
    setWork(undefined)
    if (whole) void check(next.text)
  }
  const check = async (given: string) => {
    current.current = given
    const text = given.replace(/^\uFEFF/, '')
    setChecked(undefined)
    const broken = jsonProblem(text)
    if (broken) return setProblems([`Line ${broken.line}, column ${broken.column}: ${broken.message}`])
    setProblems([])
    setWork('checking')
    try {
      const workspace: Workspace = JSON.parse(text)
      const { data } = await call('importWorkspace', { body: { workspace, preview: true } })
      if (current.current === given) setChecked({ workspace, report: data })
    } catch (error) {
      if (current.current === given) setProblems(workspaceProblems(error, text))
    } finally {
      if (current.current === given) setWork(undefined)
    }
  }
  const bringIn = async ({ workspace }: Checked) => {
    setWork('importing')
    try {
      const { data } = await call('importWorkspace', { body: { workspace } })
      reset(nothing)
      void queryClient.invalidateQueries()
      notify(`Imported: ${data.added} new, ${data.updated} updated`)
      await navigate({ to: '/projects' })
    } catch (error) {
      setProblems(workspaceProblems(error, source.text))
      setWork(undefined)
    }
  }
  const changes = checked && checked.report.added + checked.report.updated
  return (
    <Page title="Import a workspace" crumbs={[{ label: 'Projects', link: { to: '/projects' } }]}>
      <Section
        title="Workspace file"
        description="Projects with their scenes, shots, characters and prompt packages, as JSON. Importing again adds nothing twice, and nothing is ever deleted."
        actions={
          <a href={example} download="example-workspace.json" className={buttonLook('plain', 'small')}>
            <Download size={16} aria-hidden />
            An example
          </a>
        }
      >
        <div className="flex flex-col gap-4">
          <TextSource
            value={source}
            onChange={change}
            noun="workspace file"
            accept=".json,application/json"
            placeholder={'{ "projects": [ … ] }'}
          />
          <Problems problems={problems} />
          {!checked && (
            <div>
              <Button
                look="primary"
                busy={work === 'checking'}
                disabled={source.text.trim() === ''}
                onClick={() => void check(source.text)}
              >
                Show what would change
              </Button>
            </div>
          )}
        </div>
      </Section>
      {work && (
        <Working>{work === 'checking' ? 'Comparing the file with what is here …' : 'Importing …'}</Working>
      )}
      {checked && (
        <>
          <div ref={comeIntoView} className="flex scroll-mb-24 flex-wrap items-center gap-4">
            <div role="status" className="min-w-0 flex-1 basis-60">
              {changes === 0 ? (
                <p>Everything in the file is here already.</p>
              ) : (
                <ChangeSummary report={checked.report} />
              )}
            </div>
            {changes !== 0 && (
              <Button look="primary" busy={work === 'importing'} onClick={() => void bringIn(checked)}>
                Import {counted(changes ?? 0, 'change')}
              </Button>
            )}
          </div>
          <ChangeList report={checked.report} />
        </>
      )}
    </Page>
  )
}

function Problems({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null
  return (
    <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      <p className="font-semibold">This cannot be imported:</p>
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </div>
  )
}
