import type { PromptPackage } from '@dailies/contract/prompt-package.ts'
import { When } from '@dailies/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { CopyButton } from '../../ui/copy.tsx'

export function PromptPackageRow({ promptPackage }: { promptPackage: PromptPackage }) {
  const { id, name, prompt, targetAspectRatio, targetDurationSec, tags, versionCount, updatedAt } =
    promptPackage
  const facts = [
    targetAspectRatio,
    targetDurationSec !== null && `${targetDurationSec} s`,
    madeFromIt(versionCount),
  ]
  return (
    <li className="group relative flex gap-3 rounded-2xl border border-line bg-surface p-4 hover:border-strong-line has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent">
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 font-semibold wrap-anywhere">
          <Link
            to="/prompt-packages/$promptPackageId"
            params={{ promptPackageId: id }}
            className="outline-none after:absolute after:inset-0 after:rounded-2xl"
          >
            {name}
          </Link>
        </h2>
        <p className="mt-1 line-clamp-2 text-muted wrap-anywhere" dir="auto">
          {prompt}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          {facts.filter(Boolean).map((fact) => (
            <span key={String(fact)}>{fact}</span>
          ))}
          <span>
            changed <When at={updatedAt} />
          </span>
          {tags.slice(0, 6).map((tag) => (
            <span key={tag} className="max-w-40 truncate rounded-md bg-sunken px-1.5 py-0.5 text-xs">
              {tag}
            </span>
          ))}
          {tags.length > 6 && <span className="text-xs">and {tags.length - 6} more</span>}
        </div>
      </div>
      <div className="relative z-10 shrink-0 [&_button]:pointer-coarse:size-10">
        <CopyButton text={prompt} label={`Copy the prompt of ${name.slice(0, 100)}`} />
      </div>
    </li>
  )
}

export function madeFromIt(versionCount: number): string {
  if (versionCount === 0) return 'no version made from it yet'
  return versionCount === 1 ? '1 version made from it' : `${versionCount} versions made from it`
}
