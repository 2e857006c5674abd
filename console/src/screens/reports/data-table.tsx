import { type Cell, csv } from '@dailies/contract/csv.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCommands } from '../../palette/commands.ts'

export interface Column<Row> {
  name: string
  /** Its name in the file, where that says more. */
  fileName?: string
  /** What its CSV file has; and what is shown, unless `show` says otherwise. */
  value: (row: Row) => Cell
  show?: (row: Row) => ReactNode
  number?: true
}

interface DataTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** All of them together, as the last row. */
  total?: Row | undefined
}

/**
 * A table of figures; where there is no room for its columns, as on a phone, each row is a card. The first column names
 * the row.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, total }: DataTableProps<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <div className="@container">
      <table className="block w-full text-sm @[35rem]:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only @[35rem]:not-sr-only @[35rem]:table-header-group">
          <tr className="border-b border-strong-line text-left text-muted">
            {columns.map(({ name, number }) => (
              <th
                key={name}
                scope="col"
                className={`px-2 py-2 font-medium first:pl-0 last:pr-0 ${number ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block @[35rem]:table-row-group">
          {(total === undefined ? rows : [...rows, total]).map((row) => (
            <tr
              key={keyOf(row)}
              className={`grid gap-x-6 border-b border-line py-2 last:border-0 @[20rem]:grid-cols-2 @[35rem]:table-row @[35rem]:py-0 ${row === total ? 'font-semibold' : ''}`}
            >
              <th
                scope="row"
                className={`col-span-full block max-w-full py-1 text-left wrap-anywhere @[35rem]:table-cell @[35rem]:px-2 @[35rem]:py-2 @[35rem]:pl-0 ${row === total ? '' : 'font-medium'}`}
              >
                {first.show ? first.show(row) : first.value(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.name}
                  data-name={column.name}
                  className={`flex flex-wrap items-baseline justify-between gap-x-4 py-0.5 wrap-anywhere before:text-muted before:content-[attr(data-name)] @[35rem]:table-cell @[35rem]:px-2 @[35rem]:py-2 @[35rem]:last:pr-0 @[35rem]:before:content-none ${column.number ? 'whitespace-nowrap tabular-nums before:whitespace-normal @[35rem]:text-right' : ''}`}
                >
                  <span>{shownOf(column, row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function shownOf<Row>({ show, value }: Column<Row>, row: Row): ReactNode {
  if (show) return show(row)
  const plain = value(row)
  return typeof plain === 'number' ? plain.toLocaleString() : plain
}

/** Saves the table as a CSV file. */
export function CsvButton<Row>({
  file,
  caption,
  columns,
  rows,
}: Omit<DataTableProps<Row>, 'keyOf' | 'total'> & { file: string }) {
  const save = () => {
    const text = csv([
      columns.map(({ name, fileName }) => fileName ?? name),
      ...rows.map((row) => columns.map(({ value }) => value(row))),
    ])
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
    Object.assign(document.createElement('a'), { href: address, download: `${file}.csv` }).click()
    // The browser reads it after the click has been handled.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  useCommands(() => [{ name: `Download “${caption}” as CSV`, icon: Download, run: save }])
  return (
    <Button
      icon={Download}
      size="small"
      onClick={save}
      aria-label={`Download “${caption}” as CSV`}
      className="max-sm:h-10"
    >
      CSV
    </Button>
  )
}
