import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Cell, csv } from './csv.ts'

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
}

/** A table of figures; on a phone each row is a card. The first column names the row. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <table className="block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
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
      <tbody className="block sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="grid grid-cols-2 gap-x-6 border-b border-line py-2 last:border-0 sm:table-row sm:py-0"
          >
            <th
              scope="row"
              className="col-span-2 block max-w-full py-1 text-left font-medium wrap-anywhere sm:table-cell sm:px-2 sm:py-2 sm:pl-0"
            >
              {first.show ? first.show(row) : first.value(row)}
            </th>
            {others.map((column) => (
              <td
                key={column.name}
                data-name={column.name}
                className={`flex items-baseline justify-between gap-4 py-0.5 wrap-anywhere before:text-muted before:content-[attr(data-name)] sm:table-cell sm:px-2 sm:py-2 sm:last:pr-0 sm:before:content-none ${column.number ? 'tabular-nums sm:text-right sm:whitespace-nowrap' : ''}`}
              >
                <span>{(column.show ?? column.value)(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Saves the table as a CSV file. */
export function CsvButton<Row>({
  file,
  caption,
  columns,
  rows,
}: Omit<DataTableProps<Row>, 'keyOf'> & { file: string }) {
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
