import { optionalText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Switch } from '../../platform/ui/switch.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { portabilityHint, portabilityLabel } from './portability-text.ts'
import { useChangeStack } from './use-change-stack.ts'

const pathIsFixed = 'The metadata path is fixed once the stack is initialized.'

export function BasicInformation({ stack }: { stack: Stack }) {
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
