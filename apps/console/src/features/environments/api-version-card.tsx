import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Environment } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { type ApiVersionChoice, environmentApiVersionChoices } from './environment-api-versions.ts'
import { InferredValue } from './inferred-value.tsx'
import { useChangeEnvironment } from './use-change-environment.ts'

/** Which API version Sluice speaks with the org of the environment, edited where it stands. */
export function ApiVersionCard({ environment }: { environment: Environment }) {
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
