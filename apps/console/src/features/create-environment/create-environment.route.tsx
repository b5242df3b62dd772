import { createEnvironmentInput } from '@sluice/contract/job-commands/create-environment'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { jobQuery } from '../jobs/job.query.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { createEnvironmentFormOf, newCreateEnvironmentForm } from './create-environment-form.ts'
import { CreateEnvironmentWizard } from './create-environment-wizard.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/create-environment',
)({
  /** The job whose settings the wizard begins with. */
  validateSearch: z.object({ rerun: z.string().optional().catch(undefined) }),
  component: CreateEnvironmentPage,
  staticData: { title: 'Create a sandbox environment' },
})

function CreateEnvironmentPage() {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()('createEnvironment')
  return (
    <div className="mx-auto w-full max-w-180">
      <PageHeader
        title="Create a sandbox environment"
        meta="A sandbox environment pairs a Git branch with a sandbox of the production org."
      />
      {!isInitialized ? (
        <EmptyState title="The stack is not initialized">
          Initialize the stack before you create sandbox environments.
        </EmptyState>
      ) : notAllowed ? (
        <Notice kind="warning" title={notAllowed} />
      ) : (
        <Begun />
      )}
    </div>
  )
}

/** The wizard with the settings of the job that is run again, or with those of a new environment. */
function Begun() {
  const { rerun = '' } = Route.useSearch()
  const { id: stackId, workspaceId } = useStack()
  const pushed = useEntity(entities.jobs, rerun)
  const query = jobQuery(useClient(), { workspaceId, stackId, jobId: rerun })
  const fetched = useQuery({ ...query, enabled: rerun !== '' && !pushed })
  if (rerun !== '' && !pushed && fetched.isPending) return <Spinner label="Loading the job" />
  if (!pushed && fetched.error)
    return (
      <ErrorPanel heading="There was a problem fetching the job that is run again" error={fetched.error} />
    )
  const input = createEnvironmentInput.safeParse((pushed ?? fetched.data)?.commandInput)
  return (
    <CreateEnvironmentWizard
      key={rerun}
      initial={input.success ? createEnvironmentFormOf(input.data) : newCreateEnvironmentForm}
      initialTags={input.data?.tags ?? {}}
    />
  )
}
