import type { SheetSums } from '@dailies/contract/provenance.ts'
import { toolName } from '@dailies/contract/tool-name.ts'
import { rightsLabels } from '@dailies/ui/badges.tsx'
import { money } from '../../ui/amounts.ts'

interface Sum {
  key: string
  name: string
  takes: number
  /** In US dollars, where it is told. */
  cost?: number
}

/** What the sheet comes to by state of rights, tool and person. */
export function Sums({ rights, tools, people }: SheetSums) {
  return (
    <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
      <SumTable
        of="Rights"
        sums={rights.map(({ rightsState: key, takes }) => ({ key, name: rightsLabels[key], takes }))}
      />
      <SumTable
        of="Tool"
        sums={tools.map(({ platformKey, platformLabel, modelName, takes, costUsd }) => ({
          key: JSON.stringify([platformKey, platformLabel, modelName]),
          ...{ name: toolName(platformLabel, modelName), takes, cost: costUsd },
        }))}
      />
      <SumTable
        of="Person"
        sums={people.map(({ id, name, takes }) => ({ key: id, name: name ?? 'Somebody', takes }))}
      />
    </div>
  )
}

function SumTable({ of, sums }: { of: string; sums: Sum[] }) {
  const withCost = sums.some(({ cost }) => cost !== undefined)
  const names = [of, 'Takes', ...(withCost ? ['Cost'] : [])]
  return (
    <table aria-label={`Takes by ${of.toLowerCase()}`} className="w-full text-left text-sm">
      <thead>
        <tr>
          {names.map((name) => (
            <th
              key={name}
              scope="col"
              className="border-b border-strong-line py-1 pr-3 font-semibold not-first:text-right last:pr-0"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map(({ key, name, takes, cost }) => (
          <tr key={key} className="align-top">
            <th scope="row" className="border-b border-line py-1 pr-3 font-normal wrap-anywhere">
              <bdi>{name}</bdi>
            </th>
            <td className="border-b border-line py-1 pr-3 text-right whitespace-nowrap tabular-nums last:pr-0">
              {takes}
            </td>
            {cost !== undefined && (
              <td className="border-b border-line py-1 text-right whitespace-nowrap tabular-nums">
                {money(cost)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
