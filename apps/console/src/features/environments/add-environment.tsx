import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'

/** Leads to the wizard that creates an environment, or says why it cannot be opened. */
export function AddEnvironment() {
  const disabledReason = useWhyNot()
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
  const whyNot = useWhyNot()
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

function useWhyNot(): string | null {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()('createEnvironment')
  return isInitialized ? notAllowed : 'The stack is not initialized.'
}
