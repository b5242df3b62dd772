import type { ComponentProblem } from '@sluice/contract/component'
import { type UndeployedComponent, undeployedReasonLabels } from '@sluice/contract/undeployed-component'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { ChangeTypeMark } from '../jobs/change-type-mark.tsx'
import { ComponentProblems } from '../jobs/component-problems.tsx'
import { LeftOutBy } from '../workspaces/left-out-by.tsx'
import { CommitLink } from '../repository/repository-links.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'

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
            <ComponentRow component={component} />
            <DetailsRow component={component} />
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** What a person left out, or did not choose, has nothing wrong with it: its reason says all. */
const problemsOf = ({ reason, problems }: UndeployedComponent): readonly ComponentProblem[] =>
  reason === 'LeftOut' || reason === 'OfferedAgain' ? [] : problems

function ComponentRow({ component }: { component: UndeployedComponent }) {
  return (
    <tr>
      <td className={cn(cell, 'max-md:block max-md:border-0 max-md:pb-0')}>
        <ChangeTypeMark changeType={component.changeType} />
      </td>
      <td className={cn(cell, 'text-fg-2')}>{component.packageName}</td>
      <td className={cn(cell, 'text-fg-2 max-md:block max-md:border-0 max-md:py-0')}>
        {component.componentType}
      </td>
      <td className={cn(cell, 'font-medium wrap-anywhere max-md:block max-md:border-0 max-md:py-0')}>
        {component.componentName}
      </td>
      <td className={cn(cell, 'text-12 text-fg-2 font-mono')}>{component.componentId ?? '—'}</td>
      <td className={cn(cell, 'text-fg-2 whitespace-nowrap max-md:block max-md:border-0 max-md:py-0')}>
        {component.reason === 'LeftOut' ? (
          <LeftOutBy byUserId={component.leftOutByUserId} utc={component.leftOutUtc} />
        ) : (
          undeployedReasonLabels[component.reason]
        )}
      </td>
      <td
        className={cn(
          cell,
          "text-fg-2 whitespace-nowrap max-md:block max-md:pt-0 max-md:before:content-['First_failed_']",
        )}
      >
        {component.reason === 'LeftOut' ? '—' : <Timestamp moment={component.failingSinceUtc} />}
        {component.failingSinceCommitHash ? (
          <span className="text-12 block">
            <CommitLink hash={component.failingSinceCommitHash} />
          </span>
        ) : null}
      </td>
    </tr>
  )
}

/** What is wrong with the component, and what can be done about it. */
function DetailsRow({ component }: { component: UndeployedComponent }) {
  const problems = problemsOf(component)
  return (
    <tr>
      <td colSpan={headings.length} className="border-line border-b px-3 pb-3 max-md:block">
        {problems.length > 0 ? <ComponentProblems problems={problems} /> : null}
        <UndeployedActions component={component} />
      </td>
    </tr>
  )
}

/** Takes a component in again that somebody left out, or forgets it; the push brings the new list. */
function UndeployedActions({ component }: { component: UndeployedComponent }) {
  const client = useClient()
  const workspaceId = useWorkspace().id
  const environment = useEnvironment()
  const reason = useNotAllowed()('startFlow', environment)
  const [isAsking, setAsking] = useState(false)
  const { packageName, componentType, componentName } = component
  const request = {
    params: { workspaceId, stackId: environment.stackId, environmentId: environment.id },
    body: { components: [{ packageName, componentType, componentName }] },
  }
  const include = useMutation({ mutationFn: () => client.environments.includeAgain(request) })
  const forget = useMutation({
    mutationFn: () => client.environments.forgetUndeployed(request),
    onSuccess: () => setAsking(false),
  })
  return (
    <span className="flex flex-wrap gap-1 pt-1">
      {component.reason === 'LeftOut' ? (
        <Button size="sm" disabledReason={reason} onClick={() => include.mutate()}>
          Include again
        </Button>
      ) : null}
      <Button size="sm" disabledReason={reason} onClick={() => setAsking(true)}>
        Forget
      </Button>
      {include.error ? (
        <ErrorPanel heading="The component could not be taken in again" error={include.error} />
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Forget ${componentType} ${componentName}?`}
        action="Forget"
        isPending={forget.isPending}
        problem={
          forget.error ? (
            <ErrorPanel heading="The component could not be forgotten" error={forget.error} />
          ) : null
        }
        onConfirm={() => forget.mutate()}
      >
        Branch and org count as equal in this component from now on, and no flow out offers it, until it is
        changed in the branch. A full flow in compares it and brings into Git what the org has.
      </ConfirmDialog>
    </span>
  )
}
