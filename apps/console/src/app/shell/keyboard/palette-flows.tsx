import type { Stack } from '@sluice/contract/stack'
import { useCallback } from 'react'
import { entities } from '../../../entities.ts'
import { FlowDialogs } from '../../../features/job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { StackProvider } from '../../../features/current-stack/stack-context.tsx'
import { WorkspaceProvider } from '../../../features/workspaces/workspace-context.tsx'
import { useDerived, useEntity } from '../../../platform/entities/use-entity.ts'

interface PaletteFlowsProps {
  isOpen: boolean
  started: StartedFlow | null
  stackSlug: string
  onClose: () => void
}

/** The dialog of a flow that was started from the palette, on whatever page of the stack that is. */
export function PaletteFlows({ started, stackSlug, onClose }: PaletteFlowsProps) {
  const find = useCallback(
    (rows: ReadonlyMap<string, Stack>) => [...rows.values()].find(({ slug }) => slug === stackSlug),
    [stackSlug],
  )
  const stack = useDerived(entities.stacks, find)
  const workspace = useEntity(entities.workspaces, stack?.workspaceId)
  if (!stack || !workspace) return null
  return (
    <WorkspaceProvider workspace={workspace}>
      <StackProvider stack={stack}>
        <FlowDialogs started={started} onClose={onClose} />
      </StackProvider>
    </WorkspaceProvider>
  )
}
