import { curlLine } from '../api/curl-line.ts'
import { Code } from '../ui/code.tsx'

/** A line for the terminal that captures a take, ready to copy. */
export function CaptureLine({
  projectId = 'PROJECT_ID',
  sceneId = '1',
}: {
  projectId?: string
  sceneId?: string
}) {
  return <Code label="Line for the terminal" text={captureLine({ projectId, sceneId })} />
}

function captureLine({ projectId, sceneId }: { projectId: string; sceneId: string }): string {
  const capture = {
    projectId,
    sceneId,
    platformKey: 'midjourney',
    assetType: 'IMAGE',
    prompt: 'a lighthouse at dusk, fog lifting',
    outputUrl: `${location.origin}/icon.svg`,
  }
  return curlLine({ path: '/api/extension/ingest', body: capture })
}
