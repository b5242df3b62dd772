import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { apiVersionChoices } from './api-version-choices.ts'
import { InlineForm } from '../../platform/forms/inline-form.tsx'
import { useChangeStack } from './use-change-stack.ts'
import { useRefreshOrgInfo } from './use-refresh-org-info.ts'

/** The API version mode of the stack. What its environments say about their orgs depends on it and is asked for again. */
export function ApiVersionSetting({ stack }: { stack: Stack }) {
  const [isEditing, setEditing] = useState(false)
  const notAllowed = useNotAllowed()('updateStack', stack)
  if (isEditing) return <ApiVersionForm stack={stack} onClose={() => setEditing(false)} />
  return (
    <span className="inline-flex items-center gap-2">
      {apiVersionModeLabels[stack.sfdcApiVersionMode]}
      <Button
        intent="quiet"
        size="iconSm"
        aria-label="Edit API version"
        disabledReason={notAllowed}
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden className="size-3.5!" />
      </Button>
    </span>
  )
}

function ApiVersionForm({ stack, onClose }: { stack: Stack; onClose: () => void }) {
  const [mode, setMode] = useState(stack.sfdcApiVersionMode)
  const change = useChangeStack(stack)
  const refresh = useRefreshOrgInfo()
  const save = useMutation({
    mutationFn: () => change({ sfdcApiVersionMode: mode }),
    onSuccess: () => {
      refresh()
      onClose()
    },
  })
  return (
    <div className="-mx-4">
      <InlineForm
        label="API version"
        isPending={save.isPending}
        error={save.error}
        problemHeading="There was a problem saving the Salesforce API version mode"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
        onCancel={onClose}
      >
        <ChoiceCards
          label="API version mode"
          value={mode}
          onValueChange={setMode}
          choices={apiVersionChoices}
        />
      </InlineForm>
    </div>
  )
}
