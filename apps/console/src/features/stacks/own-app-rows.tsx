import { optionalText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import type { Property } from '../../platform/ui/card.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import type { StackChanges } from './use-change-stack.ts'

interface OwnApp {
  stack: Stack
  disabledReason: string | null
  onChange: (changes: StackChanges) => Promise<void>
}

/** The app that the team keeps in its org. Another client id clears secret and key, which belong to the app before. */
export function ownAppRows({ stack, disabledReason, onChange }: OwnApp): Property[] {
  const shared = { entity: 'stack', disabledReason }
  const secret = (isSet: boolean) => ({
    ...shared,
    value: null,
    view: isSet ? maskedSecret : '—',
    isSavedUnchanged: true,
  })
  return [
    {
      label: 'Own client ID',
      explanation:
        'The app of your own org as which this stack signs in to Salesforce, in place of the app of this server.',
      value: (
        <InlineEdit
          {...shared}
          label="Client ID"
          value={stack.sfdcClientId}
          view={
            stack.sfdcClientId === null ? (
              <span className="text-fg-2">None: the app of this server is used</span>
            ) : (
              <code className="text-12 font-mono">{stack.sfdcClientId}</code>
            )
          }
          schema={optionalText('Client ID', limits.clientId)}
          onSave={(sfdcClientId) => onChange({ sfdcClientId })}
        />
      ),
    },
    ...(stack.sfdcClientId === null
      ? []
      : [
          {
            label: 'Client secret',
            value: (
              <InlineEdit
                {...secret(stack.sfdcClientSecretIsSet)}
                label="Client secret"
                type="password"
                schema={optionalText('Client secret', limits.clientSecret)}
                onSave={(sfdcClientSecret) => onChange({ sfdcClientSecret })}
              />
            ),
          },
          {
            label: 'Private key',
            value: (
              <InlineEdit
                {...secret(stack.sfdcPrivateKeyIsSet)}
                label="Private key"
                rows={6}
                schema={optionalText('Private key', limits.privateKey)}
                onSave={(sfdcPrivateKey) => onChange({ sfdcPrivateKey })}
              />
            ),
          },
        ]),
  ]
}
