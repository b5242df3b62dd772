import { zodResolver } from '@hookform/resolvers/zod'
import { newWorkspace } from '@sluice/contract/workspaces'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { WizardStepFrame } from '../../platform/forms/wizard-step-frame.tsx'
import { useUser } from '../auth/session-context.tsx'
import { createWorkspaceMessages } from './create-workspace-messages.ts'
import { workspaceListQuery } from './workspace-list.query.ts'

export const Route = createFileRoute('/_signed-in/_shell/create-workspace')({
  component: CreateWorkspacePage,
  staticData: { title: 'Create workspace' },
})

function CreateWorkspacePage() {
  const [created, setCreated] = useState<{ name: string; slug: string } | null>(null)
  const steps = ['Workspace details', 'Confirmation']
  const current = created ? 1 : 0
  return (
    <div className="mx-auto w-full max-w-180">
      <PageHeader
        title="Create a new workspace"
        meta="A workspace holds a team with its stacks, its members and its settings."
      />
      <ol className="flex flex-col">
        {steps.map((title, index) => (
          <WizardStepFrame
            key={title}
            title={title}
            index={index}
            current={current}
            isLast={index === 1}
            summary={created?.name}
          >
            {created ? <Confirmation created={created} /> : <DetailsForm onCreated={setCreated} />}
          </WizardStepFrame>
        ))}
      </ol>
    </div>
  )
}

const frame = 'border-line bg-surface mt-3 flex flex-col gap-4 rounded-lg border p-4 sm:p-5'

function DetailsForm({ onCreated }: { onCreated: (created: { name: string; slug: string }) => void }) {
  const user = useUser()
  const client = useClient()
  const queryClient = useQueryClient()
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(newWorkspace),
    mode: 'onChange',
    defaultValues: {
      name: '',
      companyName: '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      phoneNumber: user?.mobilePhoneNumber ?? '',
    },
  })
  const create = useMutation({
    mutationFn: async (body: z.output<typeof newWorkspace>) => {
      const { slug } = await client.workspaces.create({ body })
      fireAnalyticsEvent('workspace_created')
      await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
      onCreated({ name: body.name, slug })
    },
  })
  return (
    <form noValidate className={frame} onSubmit={handleSubmit((values) => create.mutate(values))}>
      <ErrorPanel
        heading="There was a problem creating your new workspace"
        error={create.error}
        overrides={createWorkspaceMessages}
      />
      <TextField control={control} name="name" label="Workspace name" />
      <TextField control={control} name="companyName" label="Company name" autoComplete="organization" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="firstName" label="First name" autoComplete="given-name" />
        <TextField control={control} name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        control={control}
        name="phoneNumber"
        label="Phone number"
        hint="Begins with +, for example +47 21 00 00 00."
        type="tel"
        autoComplete="tel"
      />
      <div className="flex justify-between">
        <Button onClick={() => history.back()}>Back</Button>
        <Button intent="primary" type="submit" isPending={create.isPending} disabled={!formState.isValid}>
          Continue
        </Button>
      </div>
    </form>
  )
}

function Confirmation({ created }: { created: { name: string; slug: string } }) {
  return (
    <div className={frame}>
      <p>
        The workspace <strong className="font-semibold">{created.name}</strong> has been created, and you are
        its owner.
      </p>
      <div className="flex justify-end">
        <Link
          to="/workspaces/$workspaceSlug"
          params={{ workspaceSlug: created.slug }}
          className={buttonClasses({ intent: 'primary' })}
        >
          Go to workspace
        </Link>
      </div>
    </div>
  )
}
