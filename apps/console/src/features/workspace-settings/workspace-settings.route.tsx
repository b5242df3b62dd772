import { phoneField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import type { Workspace } from '@sluice/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { type Property, Card, Properties } from '../../platform/ui/card.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { WebhooksCard } from '../notifications/webhooks-card.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { rememberedWorkspace } from '../workspaces/remembered-workspace.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/settings')({
  component: WorkspaceSettingsPage,
  staticData: { title: 'Settings' },
})

function WorkspaceSettingsPage() {
  const workspace = useWorkspace()
  return (
    <div className="max-w-240">
      <PageHeader
        title="Settings"
        meta={
          <>
            <span>{workspace.name}</span>
            <CopyText text={workspace.id} label="workspace ID" className="max-w-full" />
            <span>
              Created <Timestamp moment={workspace.createdUtc} /> by{' '}
              <MemberName userId={workspace.createdByUserId} />
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Card title="Basic information">
          <Properties rows={useBasicRows(workspace)} />
        </Card>
        <Card title="Primary contact">
          <Properties rows={useContactRows(workspace)} />
        </Card>
        <WebhooksCard />
        <DeleteWorkspace workspace={workspace} />
      </div>
    </div>
  )
}

function useBasicRows(workspace: Workspace): Property[] {
  const onChange = useChangeWorkspace(workspace)
  const disabledReason = useNotAllowed()('updateWorkspace', workspace)
  return [
    ...nameAndSlugRows({ entity: 'workspace', named: workspace, disabledReason, onChange }),
    { label: 'CLI access token', value: <AccessToken workspace={workspace} /> },
  ]
}

function useContactRows(workspace: Workspace): Property[] {
  const change = useChangeWorkspace(workspace)
  const shared = { entity: 'workspace', disabledReason: useNotAllowed()('updateWorkspace', workspace) }
  const texts = [
    ['Company name', 'companyName', limits.companyName],
    ['First name', 'firstName', limits.personName],
    ['Last name', 'lastName', limits.personName],
  ] as const
  const rows: Property[] = texts.map(([label, property, limit]) => ({
    label,
    value: (
      <InlineEdit
        {...shared}
        label={label}
        value={workspace[property]}
        schema={requiredText(label, limit)}
        onSave={(value) => change({ [property]: value ?? '' })}
      />
    ),
  }))
  return [
    ...rows,
    {
      label: 'Phone number',
      value: (
        <InlineEdit
          {...shared}
          label="Phone number"
          type="tel"
          value={workspace.phoneNumber}
          schema={phoneField('Phone number')}
          onSave={(phoneNumber) => change({ phoneNumber })}
        />
      ),
    },
  ]
}

/** The CLI access token: fetched only when a person asks to see it, and forgotten when it is hidden. */
function AccessToken({ workspace }: { workspace: Workspace }) {
  const client = useClient()
  const notAllowed = useNotAllowed()('readAccessToken', workspace)
  const show = useMutation({
    mutationFn: () => client.workspaces.getLicenseKey({ params: { workspaceId: workspace.id } }),
    gcTime: 0,
  })
  return (
    <div className="flex flex-col gap-1 py-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        {show.data ? (
          <CopyText text={show.data.licenseKey} label="CLI access token" className="max-w-full" />
        ) : (
          <span className="font-mono">{workspace.licenseKeyIsSet ? maskedSecret : '—'}</span>
        )}
        <Button
          size="sm"
          intent="quiet"
          aria-label={show.data ? 'Hide CLI access token' : 'Show CLI access token'}
          disabledReason={notAllowed}
          isPending={show.isPending}
          onClick={() => (show.data ? show.reset() : show.mutate())}
        >
          {show.data ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {show.data ? 'Hide' : 'Show'}
        </Button>
      </div>
      <p className="text-12 text-fg-2">
        Authenticates the command-line companion of this workspace, which is not part of this release. Nothing
        else accepts it.
      </p>
      <ErrorPanel heading="There was a problem fetching the CLI access token" error={show.error} />
    </div>
  )
}

const countStacks = (rows: ReadonlyMap<string, Stack>) => rows.size

function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const [isOpen, setOpen] = useState(false)
  const notAllowed = useNotAllowed()('deleteWorkspace', workspace)
  const stacks = useDerived(entities.stacks, countStacks)
  const reason = stacks > 0 ? 'The workspace still has stacks.' : null
  const remove = useRemove(workspace)
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2">Delete this workspace. Allowed only when it has no stacks.</p>
        <Button intent="danger" disabledReason={notAllowed ?? reason} onClick={() => setOpen(true)}>
          Delete workspace
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          remove.reset()
          setOpen(false)
        }}
        title="Delete workspace"
        action="Delete workspace"
        isPending={remove.isPending}
        problem={<ErrorPanel heading="There was a problem deleting the workspace" error={remove.error} />}
        onConfirm={() => remove.mutate()}
      >
        <strong className="text-fg font-semibold">{workspace.name}</strong> is deleted with its members and
        invitations. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}

function useRemove({ id: workspaceId }: Workspace) {
  const client = useClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async () => {
      await client.workspaces.delete({ params: { workspaceId } })
      rememberedWorkspace.clear()
      await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
      await router.navigate({ to: '/workspaces', replace: true })
    },
  })
}

type WorkspaceChanges = Partial<
  Record<'name' | 'slug' | 'companyName' | 'firstName' | 'lastName', string> & { phoneNumber: string | null }
>

/** Saves changes of the workspace. A new name or slug reloads the list, and a new slug moves the page. */
function useChangeWorkspace({ id: workspaceId }: Workspace) {
  const client = useClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (changes: WorkspaceChanges) => {
    await client.workspaces.update({ params: { workspaceId }, body: changes })
    const current = entities.workspaces.get(workspaceId)
    if (current) entities.workspaces.apply([{ ...current, ...changes }])
    if (changes.name === undefined && changes.slug === undefined) return
    await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
    const { slug } = changes
    if (slug !== undefined)
      await router.navigate({
        to: '/workspaces/$workspaceSlug/settings',
        params: { workspaceSlug: slug },
        replace: true,
      })
  }
}
