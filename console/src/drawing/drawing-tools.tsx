import { IconButton } from '@dailies/ui/button.tsx'
import {
  Circle,
  Eraser,
  type LucideIcon,
  Minus,
  MoveUpRight,
  Pencil,
  Redo2,
  Square,
  Trash2,
  Type,
  Undo2,
} from 'lucide-react'
import { colours, type Drawn, type Tool, tools, widths } from './use-drawing.ts'

const named: Record<Tool, [icon: LucideIcon, label: string]> = {
  pen: [Pencil, 'Pen'],
  arrow: [MoveUpRight, 'Arrow'],
  line: [Minus, 'Line'],
  rectangle: [Square, 'Rectangle'],
  ellipse: [Circle, 'Ellipse'],
  text: [Type, 'Text'],
  erase: [Eraser, 'Erase a shape'],
}

/** What one draws with, beside the pad. */
export function DrawingTools({ drawn }: { drawn: Drawn }) {
  const { tool, colour, width, choose } = drawn
  return (
    <div
      role="toolbar"
      aria-label="Drawing"
      className="flex flex-wrap items-center gap-x-3 border-t border-line bg-surface px-2 py-1"
    >
      <div className="flex items-center">
        {tools.map((one) => (
          <IconButton
            key={one}
            icon={named[one][0]}
            label={named[one][1]}
            size="small"
            aria-pressed={tool === one}
            onClick={() => choose({ tool: one })}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          />
        ))}
      </div>
      <div className="flex items-center">
        {colours.map(([name, value]) => (
          <button
            key={value}
            type="button"
            aria-label={name}
            aria-pressed={colour === value}
            onClick={() => choose({ colour: value })}
            className="group grid size-8 place-items-center pointer-coarse:size-10"
          >
            <span
              className="size-5 rounded-full border border-strong-line group-aria-pressed:outline-2 group-aria-pressed:outline-offset-2 group-aria-pressed:outline-accent"
              style={{ background: value }}
            />
          </button>
        ))}
      </div>
      <select
        aria-label="Width of lines"
        value={width}
        onChange={({ currentTarget }) => choose({ width: Number(currentTarget.value) })}
        className="h-8 rounded-lg bg-transparent px-1 text-sm hover:bg-sunken pointer-coarse:h-10"
      >
        {widths.map(([name, value]) => (
          <option key={name} value={value}>
            {name}
          </option>
        ))}
      </select>
      <div className="flex items-center">
        <IconButton icon={Undo2} label="Undo" size="small" disabled={!drawn.canUndo} onClick={drawn.undo} />
        <IconButton icon={Redo2} label="Redo" size="small" disabled={!drawn.canRedo} onClick={drawn.redo} />
        <IconButton
          icon={Trash2}
          label="Clear the drawing"
          size="small"
          disabled={drawn.shapes.length === 0}
          onClick={drawn.clear}
        />
      </div>
      {drawn.problem && (
        <p role="alert" className="w-full text-sm text-danger">
          {drawn.problem}
        </p>
      )}
    </div>
  )
}
