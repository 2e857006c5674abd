import { IconButton } from '@dailies/ui/button.tsx'
import { GalleryVerticalEnd, LayoutGrid, LayoutList, type LucideIcon, Printer, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-at.tsx'
import { type BoardLayout, cardSizes, views } from './layout.ts'

export const viewIcons: Record<BoardLayout['view'], LucideIcon> = { grid: LayoutGrid, list: LayoutList }

interface LayoutControlProps {
  layout: BoardLayout
  onChange: (more: Partial<BoardLayout>) => void
  /** Undefined where one shot is shown: its takes are not stacked. */
  onStacks: (() => void) | undefined
  onContactSheet: () => void
}

/** How the takes lie: by a press where there is room for it, and all of it in a menu. */
export function LayoutControl({ layout, onChange, onStacks, onContactSheet }: LayoutControlProps) {
  const items: MenuEntry[] = [
    ...views.map(({ value, label }) => ({
      label,
      icon: viewIcons[value],
      isOn: layout.view === value,
      onSelect: () => onChange({ view: value }),
    })),
    'line',
    {
      label: 'Stacks',
      icon: GalleryVerticalEnd,
      isOn: layout.stacked && onStacks !== undefined,
      disabled: !onStacks,
      onSelect: () => onStacks?.(),
    },
    'line',
    ...cardSizes.map(({ value, label }) => ({
      label,
      isOn: layout.size === value,
      onSelect: () => onChange({ size: value }),
    })),
    'line',
    { label: 'Contact sheet', icon: Printer, onSelect: onContactSheet },
  ]
  return (
    <div className="ml-auto flex items-center gap-2">
      <Toggles label="Size">
        {cardSizes.map(({ value, label }) => (
          <Toggle
            key={value}
            isOn={layout.size === value}
            label={label}
            onPress={() => onChange({ size: value })}
          >
            <span aria-hidden className="font-semibold">
              {label[0]}
            </span>
          </Toggle>
        ))}
      </Toggles>
      <Toggles label="Takes of one shot">
        <Toggle
          isOn={layout.stacked && onStacks !== undefined}
          label="Stacks"
          tip={onStacks ? 'Stacks: one card for each shot (K)' : 'Stacks: not of the takes of one shot'}
          onPress={onStacks}
        >
          <GalleryVerticalEnd size={16} aria-hidden />
        </Toggle>
      </Toggles>
      <Toggles label="View">
        {views.map(({ value, label }) => {
          const Icon = viewIcons[value]
          return (
            <Toggle
              key={value}
              isOn={layout.view === value}
              label={label}
              tip={`${label} (V)`}
              onPress={() => onChange({ view: value })}
            >
              <Icon size={16} aria-hidden />
            </Toggle>
          )
        })}
      </Toggles>
      <Menu trigger={<IconButton icon={Settings2} label="Layout" size="small" />} items={items} />
    </div>
  )
}

function Toggles({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label={label}
      className="hidden overflow-hidden rounded-lg border border-line lg:flex"
    >
      {children}
    </div>
  )
}

interface ToggleProps {
  isOn: boolean
  label: string
  tip?: string
  /** Undefined where it does nothing. */
  onPress: (() => void) | undefined
  children: ReactNode
}

function Toggle({ isOn, label, tip, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      title={tip ?? label}
      disabled={!onPress}
      onClick={onPress}
      className={`disabled:opacity-50 flex h-7 min-w-8 items-center justify-center focus-visible:-outline-offset-2 ${isOn ? 'bg-accent-soft text-ink' : 'bg-raised text-muted hover:text-ink'}`}
    >
      {children}
    </button>
  )
}
