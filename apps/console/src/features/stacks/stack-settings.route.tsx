import { optionalText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { metadataLayoutLabels } from '@sluice/contract/metadata-layout'
import { type Stack, canDeleteStack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Switch } from '../../platform/ui/switch.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useStackParams } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteStacksDialog } from './delete-stacks-dialog.tsx'
import { GitConnectionSettings } from './git-connection-settings.tsx'
import { portabilityHint, portabilityLabel } from './portability-text.ts'
import { SalesforceConnectionSettings } from './salesforce-connection-settings.tsx'
import { useChangeStack } from './use-change-stack.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/settings',
)({
  component: StackSettingsPage,
  staticData: { title: 'Settings' },
})

function StackSettingsPage() {
  const stack = useStack()
  return (
    <div className="max-w-240">
      <PageHeader
        title="Settings"
        meta={
          <>
            <span>{stack.name}</span>
            <span>{stack.slug}</span>
            <CopyText text={stack.id} label="stack ID" className="max-w-full" />
            <span>
              Created <Timestamp moment={stack.createdUtc} /> by <MemberName userId={stack.createdByUserId} />
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <BasicInformation stack={stack} />
        <GitConnectionSettings stack={stack} />
        <SalesforceConnectionSettings stack={stack} />
        <StackRawJson stack={stack} />
        <DangerZone stack={stack} />
      </div>
    </div>
  )
}

const pathIsFixed = 'The metadata path is fixed once the stack is initialized.'

function BasicInformation({ stack }: { stack: Stack }) {
  const change = useChangeStack(stack)
  const disabledReason = useNotAllowed()('updateStack', stack)
  return (
    <Card title="Basic information">
      <Properties
        rows={[
          ...nameAndSlugRows({ entity: 'stack', named: stack, disabledReason, onChange: change }),
          {
            label: 'Metadata path',
            explanation:
              'The folder of the repository that holds the metadata. It is fixed once the stack is initialized.',
            value: (
              <InlineEdit
                label="Metadata path"
                entity="stack"
                value={stack.metadataDirectoryRelativePath}
                view={<code className="text-12 font-mono">{stack.metadataDirectoryRelativePath}</code>}
                schema={optionalText('Metadata path', limits.relativePath)}
                disabledReason={disabledReason ?? (stack.isInitialized ? pathIsFixed : null)}
                onSave={(path) => change({ metadataDirectoryRelativePath: path })}
              />
            ),
          },
          {
            label: 'Layout',
            explanation:
              'How the branches keep metadata. It is found when the stack is initialized and does not change.',
            value:
              stack.metadataLayout === null
                ? 'Found when the stack is initialized'
                : metadataLayoutLabels[stack.metadataLayout],
          },
          {
            label: portabilityLabel,
            value: <Portability stack={stack} isDisabled={disabledReason !== null} />,
          },
        ]}
      />
    </Card>
  )
}

/** Saves when it is switched. */
function Portability({ stack, isDisabled }: { stack: Stack; isDisabled: boolean }) {
  const change = useChangeStack(stack)
  const save = useMutation({ mutationFn: (isOn: boolean) => change({ ensureMetadataIsPortable: isOn }) })
  return (
    <div className="flex flex-col gap-2 py-2">
      <div className="flex items-start gap-3">
        <Switch
          aria-label={portabilityLabel}
          checked={save.isPending ? save.variables : stack.ensureMetadataIsPortable}
          disabled={isDisabled || save.isPending}
          onCheckedChange={(isOn) => save.mutate(isOn)}
        />
        <p className="text-12 text-fg-2 max-w-136">{portabilityHint}</p>
      </div>
      <ErrorPanel heading="There was a problem saving the portability of the metadata" error={save.error} />
    </div>
  )
}

function DangerZone({ stack }: { stack: Stack }) {
  const router = useRouter()
  const { workspaceSlug } = useStackParams()
  const [isOpen, setOpen] = useState(false)
  const environments = useStackEnvironments()
  const notAllowed = useNotAllowed()('deleteStack', stack)
  const reason = canDeleteStack(environments) ? null : 'Every environment must be production and not locked.'
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2">
          Delete this stack. Allowed only when every environment is production and not locked, and every job
          has ended.
        </p>
        <Button intent="danger" disabledReason={notAllowed ?? reason} onClick={() => setOpen(true)}>
          Delete stack
        </Button>
      </div>
      <DeleteStacksDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        stacks={[stack]}
        onDeleted={() =>
          void router.navigate({ to: '/workspaces/$workspaceSlug/stacks', params: { workspaceSlug } })
        }
      />
    </Card>
  )
}

/** Everything that the server says about the stack, with its environments and schedules, once it is asked for. */
const StackRawJson = ({ stack }: { stack: Stack }) => (
  <DisclosureCard title="Raw JSON">
    <WholeStack stack={stack} />
  </DisclosureCard>
)

function WholeStack({ stack }: { stack: Stack }) {
  const { id } = stack
  const select = useCallback(
    <T extends { stackId: string }>(rows: ReadonlyMap<string, T>) =>
      [...rows.values()].filter(({ stackId }) => stackId === id),
    [id],
  )
  const environments = useDerived(entities.environments, select)
  const schedules = useDerived(entities.schedules, select)
  const productionEnvironment = environments.find(({ isProduction }) => isProduction) ?? null
  return (
    <RawJson
      label="Raw JSON of the stack"
      value={{ ...stack, environments, productionEnvironment, schedules }}
    />
  )
}
