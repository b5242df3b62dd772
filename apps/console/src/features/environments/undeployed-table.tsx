import type { ComponentProblem } from '@sluice/contract/component'
import { type UndeployedComponent, undeployedReasonLabels } from '@sluice/contract/undeployed-component'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { ChangeTypeMark } from '../jobs/change-type-mark.tsx'
import { ComponentProblems } from '../jobs/component-problems.tsx'
import { CommitLink } from '../repository/repository-links.tsx'

const headings = ['Change', 'Package', 'Type', 'Name', 'ID', 'Reason', 'First failed']
const cell = 'border-line px-3 py-1.5 align-top max-md:hidden'

/** Each component with its problems below it: what Salesforce said, and where in the file. */
export function UndeployedTable({ components }: { components: readonly UndeployedComponent[] }) {
  return (
    <section
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Undeployed components"
      className="border-line bg-surface overflow-auto rounded-lg border"
    >
      <table className="w-full border-separate border-spacing-0">
        <thead className="max-md:sr-only">
          <tr>
            {headings.map((heading) => (
              <th
                key={heading}
                scope="col"
                className="border-line bg-sunken text-12 text-fg-2 h-8 border-b px-3 text-left font-medium whitespace-nowrap"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {components.map((component) => (
          <tbody key={component.id} className="[&:last-child>tr:last-child>td]:border-0">
            <ComponentRow component={component} hasProblems={component.problems.length > 0} />
            {component.problems.length > 0 ? <ProblemsRow problems={component.problems} /> : null}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function ComponentRow({ component, hasProblems }: { component: UndeployedComponent; hasProblems: boolean }) {
  const edge = hasProblems ? '' : 'border-b'
  return (
    <tr>
      <td className={cn(cell, edge, 'max-md:block max-md:border-0 max-md:pb-0')}>
        <ChangeTypeMark changeType={component.changeType} />
      </td>
      <td className={cn(cell, edge, 'text-fg-2')}>{component.packageName}</td>
      <td className={cn(cell, edge, 'text-fg-2 max-md:block max-md:border-0 max-md:py-0')}>
        {component.componentType}
      </td>
      <td className={cn(cell, edge, 'font-medium wrap-anywhere max-md:block max-md:border-0 max-md:py-0')}>
        {component.componentName}
      </td>
      <td className={cn(cell, edge, 'text-12 text-fg-2 font-mono')}>{component.componentId ?? '—'}</td>
      <td className={cn(cell, edge, 'text-fg-2 whitespace-nowrap max-md:block max-md:border-0 max-md:py-0')}>
        {undeployedReasonLabels[component.reason]}
      </td>
      <td
        className={cn(
          cell,
          edge,
          "text-fg-2 whitespace-nowrap max-md:block max-md:pt-0 max-md:before:content-['First_failed_']",
        )}
      >
        <Timestamp moment={component.failingSinceUtc} />
        {component.failingSinceCommitHash ? (
          <span className="text-12 block">
            <CommitLink hash={component.failingSinceCommitHash} />
          </span>
        ) : null}
      </td>
    </tr>
  )
}

function ProblemsRow({ problems }: { problems: readonly ComponentProblem[] }) {
  return (
    <tr>
      <td colSpan={headings.length} className="border-line border-b px-3 pb-3 max-md:block">
        <ComponentProblems problems={problems} />
      </td>
    </tr>
  )
}
