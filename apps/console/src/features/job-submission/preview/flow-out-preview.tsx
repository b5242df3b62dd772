import { unpackagedPackage } from '@sluice/contract/component'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { FlowOutForm } from '../flow-out-form.ts'
import { PreviewCard } from './preview-card.tsx'
import { remaining } from './preview-changes.ts'
import { testsSentence } from './preview-text.ts'
import { PreviewsOfMany } from './previews-of-many.tsx'
import type { FlowOutPreviewed } from './use-flow-out-preview.ts'

interface FlowOutPreviewProps {
  control: Control<FlowOutForm>
  previewed: FlowOutPreviewed
}

/** What the flow out is going to change in the orgs; of one environment components can be left out. */
export function FlowOutPreview({ control, previewed: { previews, excluded } }: FlowOutPreviewProps) {
  const { field, fieldState } = useController({ control, name: 'excludedComponents' })
  const [testLevel, testClasses, diffMode] = useWatch({
    control,
    name: ['testLevel', 'testClasses', 'diffMode'],
  })
  const [first, ...others] = previews
  if (first === undefined) return null
  if (diffMode === 'Org')
    return (
      <p className="text-fg-2">
        With the diff mode Org the job retrieves the org and compares it with the branch. What it will change
        is known only then.
      </p>
    )
  if (others.length > 0) return <PreviewsOfMany previews={previews} side="outbound" />
  const changes = first.known?.changes ?? []
  const left = remaining(changes, excluded ?? new Set())
  const message = fieldState.error?.message
  return (
    <>
      <PreviewCard
        preview={first}
        side="outbound"
        excluded={excluded}
        onExclude={(keys) =>
          field.onChange(
            changes
              .filter(({ key }) => keys.has(key))
              .map(({ componentType, componentName }) => ({
                packageName: unpackagedPackage,
                componentType,
                componentName,
              })),
          )
        }
      >
        {changes.length === 0 ? null : (
          <p className="text-fg-2">
            {excluded !== null && excluded.size > 0
              ? 'What is left out is remembered: a flow in does not undo it in Git, and the next flow out offers it again. '
              : null}
            Tests: {testsSentence({ testLevel, testClasses }, first.environment, left)}
          </p>
        )}
      </PreviewCard>
      {message ? <p className="text-12 text-red-text font-medium">{message}</p> : null}
    </>
  )
}
