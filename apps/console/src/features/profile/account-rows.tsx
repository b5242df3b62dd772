import { emailField, phoneField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { newPasswordField } from '@sluice/contract/passwords'
import type { User } from '@sluice/contract/user'
import { useClient } from '../../platform/api/client-context.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { Properties, type Property } from '../../platform/ui/card.tsx'
import { useSession } from '../auth/session-context.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'

const texts = [
  ['Username', 'emailAddress', emailField('Username'), 'email'],
  ['First name', 'firstName', requiredText('First name', limits.personName), 'text'],
  ['Last name', 'lastName', requiredText('Last name', limits.personName), 'text'],
] as const

interface Changes {
  emailAddress?: string
  firstName?: string
  lastName?: string
  mobilePhoneNumber?: string | null
}

/** What a user may change of the own account. */
export function AccountRows({ user }: { user: User }) {
  const client = useClient()
  const session = useSession()
  const change = async (body: Changes) => {
    await client.users.update({ body })
    await session.check()
  }
  const rows: Property[] = texts.map(([label, property, schema, type]) => ({
    label,
    value: (
      <InlineEdit
        label={label}
        entity="user"
        type={type}
        value={user[property]}
        schema={schema}
        onSave={(value) => change({ [property]: value ?? '' })}
      />
    ),
  }))
  return (
    <Properties
      rows={[
        ...rows,
        {
          label: 'Mobile phone number',
          value: (
            <InlineEdit
              label="Mobile phone number"
              entity="user"
              type="tel"
              value={user.mobilePhoneNumber}
              schema={phoneField('Mobile phone number')}
              onSave={(mobilePhoneNumber) => change({ mobilePhoneNumber })}
            />
          ),
        },
        { label: 'Password', value: <PasswordEdit /> },
      ]}
    />
  )
}

/** Always saved, because the old one is never shown. */
function PasswordEdit() {
  const client = useClient()
  const session = useSession()
  return (
    <InlineEdit
      label="Password"
      entity="user"
      type="password"
      value={null}
      view={maskedSecret}
      schema={newPasswordField('Password')}
      isSavedUnchanged
      onSave={async (newPassword) => {
        await client.users.changePassword({ body: { newPassword: newPassword ?? '' } })
        await session.check()
      }}
    />
  )
}
