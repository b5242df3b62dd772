import { useMemo } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { ChangeTypeMark } from '../jobs/results/change-type-mark.tsx'
import { type ResultColumn, ResultTable } from '../jobs/results/result-table.tsx'
import type { DeploymentComponent } from './deployment-components.ts'

interface DeploymentTableProps {
  components: readonly DeploymentComponent[]
  /** The keys of the components that are left out. */
  excluded: ReadonlySet<string>
  /** Null where nothing can be left out. */
  onExclude: ((excluded: ReadonlySet<string>) => void) | null
}

/** What is deployed, one component a row, with a choice for each where there is one. */
export function DeploymentTable({ components, excluded, onExclude }: DeploymentTableProps) {
  const columns = useMemo(() => columnsOf(excluded, onExclude), [excluded, onExclude])
  return <ResultTable label="Components" columns={columns} rows={components} keyOf={(one) => one.key} />
}

function columnsOf(
  excluded: DeploymentTableProps['excluded'],
  onExclude: DeploymentTableProps['onExclude'],
): readonly ResultColumn<DeploymentComponent>[] {
  if (onExclude === null && excluded.size === 0) return facts
  const choice: ResultColumn<DeploymentComponent> = {
    label: 'Deploy',
    cell: ({ key, canDeploy, identity }) => (
      <Checkbox
        aria-label={`Deploy ${identity.componentType} ${identity.componentName}`}
        checked={canDeploy && !excluded.has(key)}
        disabled={!canDeploy || onExclude === null}
        onCheckedChange={(isDeployed) => onExclude?.(withKey(excluded, key, !isDeployed))}
      />
    ),
  }
  return [choice, ...facts]
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const others = [...keys].filter((other) => other !== key)
  return new Set(isIn ? [...others, key] : others)
}

const facts: readonly ResultColumn<DeploymentComponent>[] = [
  { label: 'Name', cell: (one) => <Name component={one} />, className: 'wrap-anywhere' },
  { label: 'Change', cell: (one) => <ChangeTypeMark changeType={one.changeType} /> },
  { label: 'Type', cell: (one) => one.identity.componentType, className: 'text-fg-2' },
  { label: 'Package', cell: (one) => one.identity.packageName, className: 'text-fg-2' },
]

function Name({ component }: { component: DeploymentComponent }) {
  const { canDeploy, identity, items } = component
  return (
    <>
      <span className={cn(canDeploy ? 'font-medium' : 'text-fg-3')}>{identity.componentName}</span>
      {canDeploy ? null : <p className="text-12 text-fg-3">Cannot be deployed</p>}
      {items.length > 0 ? <Items items={items} /> : null}
    </>
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
