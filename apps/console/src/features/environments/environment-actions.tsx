import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, ChevronDown, GitMerge, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { type DeleteEnvironmentsForm, newDeletion } from '../job-submission/delete-environments-form.ts'
import { DeleteEnvironmentsDialog, RunApexTestsDialog } from '../job-submission/dialogs.tsx'
import { type RunApexTestsForm, newTestRun } from '../job-submission/run-apex-tests-form.ts'
import type { Flow } from '../job-submission/started-flow.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** Leads to the wizard that creates an environment, or says why it cannot be opened. */
export function AddEnvironment() {
  const disabledReason = useWhyNoCreation()
  const label = (
    <>
      <Plus aria-hidden /> New sandbox environment
    </>
  )
  return disabledReason === null ? (
    <WizardLink className={buttonClasses({ intent: 'primary' })}>{label}</WizardLink>
  ) : (
    <Button intent="primary" disabledReason={disabledReason}>
      {label}
    </Button>
  )
}

/** Shown until the stack has its first sandbox environment. A stack that is not initialized has no environments at all. */
export function NoSandboxesBanner() {
  const whyNot = useWhyNoCreation()
  const { isInitialized } = useStack()
  const hasSandbox = useStackEnvironments().some(({ isProduction }) => !isProduction)
  if (!isInitialized || hasSandbox) return null
  return (
    <Notice
      kind="info"
      title="There are no sandbox environments in this stack"
      actions={whyNot === null ? <WizardLink className={buttonClasses()}>Add</WizardLink> : null}
      className="mb-3"
    />
  )
}

function WizardLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link to={`${stackPath}/create-environment`} params={useStackParams()} className={className}>
      {children}
    </Link>
  )
}

function useWhyNoCreation(): string | null {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()('createEnvironment')
  return isInitialized ? notAllowed : 'The stack is not initialized.'
}

/** Starts flows for the chosen environments. */
export function FlowMenu({ onStart }: { onStart: (flow: Flow) => void }) {
  const { isInitialized } = useStack()
  return (
    <Menu>
      <MenuTrigger
        render={<Button disabledReason={isInitialized ? null : 'The stack is not initialized.'} />}
        disabled={!isInitialized}
      >
        Flow <ChevronDown aria-hidden />
      </MenuTrigger>
      <MenuContent>
        <MenuItem onClick={() => onStart('in')}>
          <ArrowDownToLine aria-hidden /> Flow in
        </MenuItem>
        <MenuItem onClick={() => onStart('out')}>
          <ArrowUpFromLine aria-hidden /> Flow out
        </MenuItem>
        <MenuItem onClick={() => onStart('mergeFrom')}>
          <GitMerge aria-hidden /> Flow merge
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

/** Runs Apex tests in the chosen environments. */
export function TestEnvironments({ environmentIds }: { environmentIds: readonly string[] }) {
  const { isInitialized } = useStack()
  const [initial, setInitial] = useState<RunApexTestsForm | null>(null)
  return (
    <>
      <Button
        disabledReason={isInitialized ? null : 'The stack is not initialized.'}
        onClick={() => setInitial(newTestRun(environmentIds))}
      >
        Test
      </Button>
      <RunApexTestsDialog isOpen={initial !== null} onClose={() => setInitial(null)} initial={initial} />
    </>
  )
}

/** Deletes the chosen sandbox environments; the production environment cannot be deleted and is not taken along. */
export function DeleteEnvironments({ environmentIds }: { environmentIds: readonly string[] }) {
  const { isInitialized } = useStack()
  const sandboxes = useStackEnvironments().filter((environment) => !environment.isProduction)
  const [initial, setInitial] = useState<DeleteEnvironmentsForm | null>(null)
  const chosen = sandboxes.map(({ id }) => id).filter((id) => environmentIds.includes(id))
  return (
    <>
      <Button
        disabledReason={whyNoDeletion({ isInitialized, hasSandbox: sandboxes.length > 0 })}
        onClick={() => setInitial(newDeletion(chosen))}
      >
        Delete
      </Button>
      <DeleteEnvironmentsDialog
        isOpen={initial !== null}
        onClose={() => setInitial(null)}
        initial={initial}
      />
    </>
  )
}

function whyNoDeletion({ isInitialized, hasSandbox }: { isInitialized: boolean; hasSandbox: boolean }) {
  if (!isInitialized) return 'The stack is not initialized.'
  return hasSandbox ? null : 'There are no sandbox environments in this stack.'
}
