import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { type Environment, environmentDeletionProblem } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { TagsButton } from '../environment-tags/tags-button.tsx'
import { type DeleteEnvironmentsForm, newDeletion } from '../job-submission/delete-environments-form.ts'
import { DeleteEnvironmentsDialog } from '../job-submission/dialogs.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { ConnectionCard, InferredValue } from './connection-card.tsx'
import { type ApiVersionChoice, environmentApiVersionChoices } from './environment-api-versions.ts'
import { Tags } from './environment-columns.tsx'
import { EnvironmentJobChip } from './environment-job-chip.tsx'
import { useChangeEnvironment } from './use-change-environment.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/settings',
)({ component: SettingsTab, staticData: { title: 'Settings' } })

function SettingsTab() {
  const environment = useEnvironment()
  return (
    <div className="flex flex-col gap-4">
      <BasicInformation environment={environment} />
      <ConnectionCard environment={environment} />
      <ApiVersionCard environment={environment} />
      <EnvironmentDangerZone environment={environment} />
    </div>
  )
}

function BasicInformation({ environment }: { environment: Environment }) {
  const change = useChangeEnvironment(environment)
  const disabledReason = useNotAllowed()('updateEnvironment', environment)
  return (
    <Card title="Basic information">
      <Properties
        rows={[
          ...nameAndSlugRows({ entity: 'environment', named: environment, disabledReason, onChange: change }),
          { label: 'Status', value: <UnlockAction environment={environment} /> },
          { label: 'Created', value: <Timestamp moment={environment.createdUtc} /> },
          { label: 'Created by', value: <MemberName userId={environment.createdByUserId} /> },
          {
            label: 'ID',
            value: <CopyText text={environment.id} label="environment ID" className="max-w-full" />,
          },
          { label: 'Tags', value: <EditableTags environment={environment} /> },
        ]}
      />
    </Card>
  )
}

const EditableTags = ({ environment }: { environment: Environment }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Tags environment={environment} />
    <TagsButton environments={[environment]} size="sm">
      Edit <span className="sr-only">tags</span>
    </TagsButton>
  </span>
)

/** Which API version Sluice speaks with the org of the environment, edited where it stands. */
function ApiVersionCard({ environment }: { environment: Environment }) {
  const [isEditing, setEditing] = useState(false)
  const disabledReason = useNotAllowed()('updateEnvironment', environment)
  const { sfdcApiVersionMode: own, sfdcInferredApiVersionMode: inferred } = environment
  const edit = (
    <Button size="sm" disabledReason={disabledReason} onClick={() => setEditing(true)}>
      Edit <span className="sr-only">API version</span>
    </Button>
  )
  const mode = own ? apiVersionModeLabels[own] : <InferredValue value={apiVersionModeLabels[inferred]} />
  return (
    <Card title="API version" actions={isEditing ? null : edit}>
      {isEditing ? (
        <ModeEditor environment={environment} onClose={() => setEditing(false)} />
      ) : (
        <Properties rows={[{ label: 'Mode', value: mode }]} />
      )}
    </Card>
  )
}

function ModeEditor({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { sfdcApiVersionMode: own, sfdcInferredApiVersionMode: inferred } = environment
  const [choice, setChoice] = useState<ApiVersionChoice>(own ?? 'Inferred')
  const change = useChangeEnvironment(environment)
  const chosen = choice === 'Inferred' ? null : choice
  const save = useMutation({
    mutationFn: () => change(chosen === own ? {} : { sfdcApiVersionMode: chosen }),
    onSuccess: onClose,
  })
  return (
    <div className="flex flex-col gap-4 p-4">
      <ErrorPanel heading="There was a problem saving the Salesforce API settings" error={save.error} />
      <ChoiceCards<ApiVersionChoice>
        label="API version mode"
        value={choice}
        onValueChange={setChoice}
        choices={environmentApiVersionChoices(inferred)}
      />
      <div className="flex gap-2">
        <Button intent="primary" isPending={save.isPending} onClick={() => save.mutate()}>
          Save
        </Button>
        <Button disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** Deletes the open environment, or says why that is not possible. */
function EnvironmentDangerZone({ environment }: { environment: Environment }) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()('deleteEnvironment', environment)
  const [initial, setInitial] = useState<DeleteEnvironmentsForm | null>(null)
  const obstacle =
    environmentDeletionProblem(environment) ?? (isInitialized ? null : 'This environment cannot be deleted.')
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2 min-w-0 flex-1 basis-60">
          {obstacle ??
            'Delete this environment. Its Git branch and its sandbox stay, unless you choose to delete them too.'}
        </p>
        <Button
          intent="danger"
          disabledReason={obstacle ?? notAllowed}
          onClick={() => setInitial(newDeletion([environment.id]))}
        >
          Delete environment
        </Button>
      </div>
      <DeleteEnvironmentsDialog
        isOpen={initial !== null}
        onClose={() => setInitial(null)}
        initial={initial}
      />
    </Card>
  )
}

/** The environment's status, and the way to take a lock away by force. */
function UnlockAction({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false)
  const change = useChangeEnvironment(environment)
  const notAllowed = useNotAllowed()
  const unlock = useMutation({
    mutationFn: () => change({ isLocked: false }),
    onSuccess: () => setOpen(false),
  })
  return (
    <span className="flex flex-wrap items-center gap-2">
      <EnvironmentJobChip environment={environment} />
      {environment.isLocked ? (
        <Button
          size="sm"
          disabledReason={notAllowed('unlockEnvironment', environment)}
          onClick={() => setOpen(true)}
        >
          Unlock
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Unlock environment"
        action="Unlock"
        isPending={unlock.isPending}
        problem={<ErrorPanel heading="There was a problem unlocking the environment" error={unlock.error} />}
        onConfirm={() => unlock.mutate()}
      >
        A job may still be using this environment. Unlocking takes the lock away from it, and the job cannot
        record its result.
      </ConfirmDialog>
    </span>
  )
}
