import { emailField, phoneField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { newPasswordField } from '@sluice/contract/passwords'
import type { User } from '@sluice/contract/user'
import { createFileRoute } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { Card, Properties, type Property } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useSession, useUser } from '../auth/session-context.tsx'
import { Avatar } from './avatar.tsx'

export const Route = createFileRoute('/_signed-in/_shell/profile')({
  component: ProfilePage,
  staticData: { title: 'Profile' },
})

const masked = '•'.repeat(16)

function ProfilePage() {
  const user = useUser()
  if (!user) return null
  return (
    <div className="mx-auto w-full max-w-240">
      <PageHeader title={`${user.firstName} ${user.lastName}`} meta={user.emailAddress} />
      <div className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Avatar user={user} />
        <div className="flex flex-col gap-4">
          <Card title="Account">
            <Properties rows={useAccountRows(user)} />
          </Card>
          <Card title="History">
            <Properties
              rows={[
                { label: 'ID', value: <CopyText text={user.id} label="user ID" className="max-w-full" /> },
                { label: 'Created', value: <Timestamp moment={user.createdUtc} /> },
                { label: 'First signed in', value: <Timestamp moment={user.firstSignedInUtc} /> },
                { label: 'Last signed in', value: <Timestamp moment={user.lastSignedInUtc} /> },
                { label: 'Password last changed', value: <Timestamp moment={user.passwordLastChangedUtc} /> },
              ]}
            />
          </Card>
        </div>
      </div>
    </div>
  )
}

function useAccountRows(user: User): Property[] {
  const client = useClient()
  const session = useSession()
  const change = async (body: Partial<Record<'emailAddress' | 'firstName' | 'lastName', string>> & { mobilePhoneNumber?: string | null }) => {
    await client.users.update({ body })
    await session.check()
  }
  const changePassword = async (newPassword: string | null) => {
    await client.users.changePassword({ body: { newPassword: newPassword ?? '' } })
    await session.check()
  }
  const texts = [
    ['Username', 'emailAddress', emailField('Username'), 'email'],
    ['First name', 'firstName', requiredText('First name', limits.personName), 'text'],
    ['Last name', 'lastName', requiredText('Last name', limits.personName), 'text'],
  ] as const
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
  return [
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
    {
      label: 'Password',
      value: (
        <InlineEdit
          label="Password"
          entity="user"
          type="password"
          value={null}
          view={masked}
          schema={newPasswordField}
          isSavedUnchanged
          onSave={changePassword}
        />
      ),
    },
  ]
}
