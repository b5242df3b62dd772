import { zodResolver } from '@hookform/resolvers/zod'
import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { entities } from '../../entities.ts'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { type WizardStep, Wizard } from '../../platform/forms/wizard.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { type CreateStackForm, createStackForm, newCreateStackForm, toNewStack } from './create-stack-form.ts'
import {
  ApiVersionStep,
  BasicStep,
  FinalizeStep,
  GitConnectionStep,
  SalesforceStep,
  useGitCheck,
  VersionControlStep,
} from './create-stack-steps.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/create-stack')({
  component: CreateStackPage,
  staticData: { title: 'Create a new stack' },
})

function CreateStackPage() {
  const { id: workspaceId } = useWorkspace()
  const { workspaceSlug } = Route.useParams()
  const client = useClient()
  const router = useRouter()
  const schema = useMemo(
    () => createStackForm([...entities.stacks.rows.values()].map((s) => s.name.toLowerCase())),
    [],
  )
  const form = useForm<CreateStackForm>({
    resolver: zodResolver(schema),
    defaultValues: newCreateStackForm,
    mode: 'onTouched',
  })
  const create = useMutation({
    mutationFn: async (values: CreateStackForm) => {
      const { id, slug } = await client.stacks.create({ params: { workspaceId }, body: toNewStack(values) })
      fireAnalyticsEvent('stack_created')
      await entities.stacks.arrival(id)
      await router.navigate({
        to: '/workspaces/$workspaceSlug/stacks/$stackSlug',
        params: { workspaceSlug, stackSlug: slug },
      })
    },
  })
  return (
    <div className="mx-auto w-full max-w-180">
      <PageHeader
        title="Create a new stack"
        meta="A stack connects one Salesforce production org and one Git repository."
      />
      <Wizard
        form={form}
        steps={useSteps(form)}
        finishLabel="Create"
        isPending={create.isPending}
        error={create.error}
        problemHeading="There was a problem creating the stack"
        onLeave={() =>
          void router.navigate({ to: '/workspaces/$workspaceSlug/stacks', params: { workspaceSlug } })
        }
        onFinish={() => void form.handleSubmit((values) => create.mutate(values))()}
      />
    </div>
  )
}

function useSteps(form: ReturnType<typeof useForm<CreateStackForm>>): WizardStep<CreateStackForm>[] {
  const values = useWatch({ control: form.control })
  const git = useGitCheck(form)
  const isCustom = values.repository === 'custom'
  return [
    {
      id: 'basic',
      title: 'Basic information',
      fields: ['name', 'slug', 'metadataPath', 'ensureMetadataIsPortable'],
      content: <BasicStep form={form} />,
      summary: values.name,
    },
    {
      id: 'git',
      title: 'Git connection',
      fields: ['repositoryUrl', 'username', 'password'],
      content: <GitConnectionStep form={form} check={git} />,
      action: isCustom ? git.connectButton : null,
      isBlocked: isCustom && !git.isConnected,
      summary: isCustom ? values.repositoryUrl : 'Managed repository',
    },
    {
      id: 'version-control',
      title: 'Version control settings',
      fields: ['metadataPath', 'ensureMetadataIsPortable'],
      content: <VersionControlStep form={form} />,
      summary: values.metadataPath,
    },
    {
      id: 'salesforce',
      title: 'Salesforce connection',
      fields: [],
      content: <SalesforceStep form={form} />,
      isBlocked: !values.connection,
      summary: values.connection?.token?.orgName,
    },
    {
      id: 'api',
      title: 'Salesforce API settings',
      fields: ['sfdcApiVersionMode'],
      content: <ApiVersionStep form={form} />,
      summary: apiVersionModeLabels[values.sfdcApiVersionMode ?? 'Baseline'],
    },
    { id: 'finalize', title: 'Finalize', fields: [], content: <FinalizeStep form={form} /> },
  ]
}
