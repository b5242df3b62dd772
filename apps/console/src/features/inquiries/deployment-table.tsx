import { useMemo } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { type RowPlace, VirtualRows } from '../../platform/tables/virtual-rows.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { ChangeTypeMark } from '../jobs/change-type-mark.tsx'
import type { DeploymentComponent } from './deployment-components.ts'
import { type DeploymentGroup, groupsOf, withKeys } from './deployment-groups.ts'

interface Choice {
  /** The keys of the components that are left out. */
  readonly excluded: ReadonlySet<string>
  /** Null where nothing can be left out any more. */
  readonly onExclude: ((excluded: ReadonlySet<string>) => void) | null
}

interface DeploymentTableProps extends Choice {
  label: string
  components: readonly DeploymentComponent[]
  /** What people should know about a component before they let it be deployed, by its key. */
  remarks: ReadonlyMap<string, string>
}

type Line = { key: string; group: DeploymentGroup } | { key: string; component: DeploymentComponent }

const columns = [{ label: 'Deploy', width: '2rem' }, { label: 'Name' }, { label: 'Change', width: '8rem' }]

/** What is deployed, by package and type, with a choice for each group and each component. */
export function DeploymentTable({ label, components, remarks, excluded, onExclude }: DeploymentTableProps) {
  const lines = useMemo(() => linesOf(groupsOf(components)), [components])
  const choice = { excluded, onExclude }
  return (
    <VirtualRows
      label={label}
      items={lines}
      keyOf={({ key }) => key}
      columns={columns}
      hasHiddenHead
      renderRow={(line, place) =>
        'group' in line ? (
          <GroupRow place={place} group={line.group} {...choice} />
        ) : (
          <ComponentRow
            place={place}
            component={line.component}
            remark={remarks.get(line.component.key)}
            {...choice}
          />
        )
      }
    />
  )
}

const linesOf = (groups: readonly DeploymentGroup[]): Line[] =>
  groups.flatMap((group) => [
    { key: `group ${group.key}`, group },
    ...group.components.map((component) => ({ key: component.key, component })),
  ])

interface GroupRowProps extends Choice {
  place: RowPlace
  group: DeploymentGroup
}

function GroupRow({ place, group, excluded, onExclude }: GroupRowProps) {
  const keys = group.components.flatMap(({ key, canDeploy }) => (canDeploy ? [key] : []))
  const deployed = keys.filter((key) => !excluded.has(key)).length
  const packageText = group.packageName === 'unpackaged' ? 'unpackaged' : `package ${group.packageName}`
  return (
    <tr {...place}>
      <td className="bg-sunken border-line border-b py-1.5 pl-2">
        <Checkbox
          aria-label={`Deploy every ${group.componentType} of ${packageText}`}
          checked={deployed > 0 && deployed === keys.length}
          indeterminate={deployed > 0 && deployed < keys.length}
          disabled={keys.length === 0 || onExclude === null}
          onCheckedChange={(isDeployed) => onExclude?.(withKeys(excluded, keys, !isDeployed))}
        />
      </td>
      <th
        scope="rowgroup"
        colSpan={2}
        className="bg-sunken border-line border-b py-1.5 pr-4 text-left font-semibold"
      >
        {group.componentType}
        <span className="text-12 text-fg-2 font-normal">
          {` · ${packageText} · ${plural(group.components.length, 'component')}`}
        </span>
      </th>
    </tr>
  )
}

interface ComponentRowProps extends Choice {
  place: RowPlace
  component: DeploymentComponent
  remark: string | undefined
}

function ComponentRow({ place, component, remark, excluded, onExclude }: ComponentRowProps) {
  const { key, canDeploy, identity, changeType, items } = component
  const isLeftOut = !canDeploy || excluded.has(key)
  return (
    <tr {...place}>
      <td className="border-line border-b py-2 pl-2 align-top">
        <Checkbox
          aria-label={`Deploy ${identity.componentType} ${identity.componentName}`}
          className="mt-0.5"
          checked={!isLeftOut}
          disabled={!canDeploy || onExclude === null}
          onCheckedChange={(isDeployed) => onExclude?.(withKeys(excluded, [key], !isDeployed))}
        />
      </td>
      <td className="border-line border-b py-1.5 pr-4 align-top wrap-anywhere">
        <span className={cn(canDeploy ? 'font-medium' : 'text-fg-3', isLeftOut && canDeploy && 'text-fg-2')}>
          {identity.componentName}
        </span>
        {canDeploy ? null : <p className="text-12 text-fg-3">Cannot be deployed</p>}
        {remark === undefined ? null : <p className="text-12 text-fg-2">{remark}</p>}
        {items.length > 0 ? <Items items={items} /> : null}
      </td>
      <td className="border-line border-b py-1.5 pr-4 align-top">
        <ChangeTypeMark changeType={changeType} />
      </td>
    </tr>
  )
}

function Items({ items }: Pick<DeploymentComponent, 'items'>) {
  return (
    <details>
      <summary className="text-12 text-accent-fg w-fit cursor-default rounded-sm">
        {plural(items.length, 'part')}
      </summary>
      <ul className="text-12 flex flex-col gap-0.5 pt-1">
        {items.map(({ changeType, name }) => (
          <li key={`${changeType} ${name}`} className="flex gap-2">
            <ChangeTypeMark changeType={changeType} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
