export type KeyRow = readonly [keys: readonly string[], what: string]

/** Keys, and what each of them does. */
export function KeysList({ rows }: { rows: readonly KeyRow[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
      {rows.map(([names, what]) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex gap-1">
            {names.map((name) => (
              <kbd
                key={name}
                className="min-w-7 rounded-md border border-b-2 border-line bg-raised px-1.5 py-0.5 text-center font-mono text-sm"
              >
                {name}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
