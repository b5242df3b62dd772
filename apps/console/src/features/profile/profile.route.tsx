import { emailField, phoneField, nameText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { newPasswordField } from '@sluice/contract/passwords'
import type { User } from '@sluice/contract/user'
import { createFileRoute } from '@tanstack/react-router'
import { useId } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { switchDesktopNotifications, useDesktopNotifications } from '../../platform/desktop-notifications.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { type Property, Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Switch } from '../../platform/ui/switch.tsx'
import { useSession, useUser } from '../auth/session-context.tsx'
import { NotificationChoices } from '../notifications/notification-choices.tsx'

export const Route = createFileRoute('/_signed-in/_shell/profile')({
  component: ProfilePage,
  staticData: { title: 'Profile' },
})

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
            <AccountRows user={user} />
          </Card>
          <NotificationChoices />
          <DesktopNotificationsCard />
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

/** The initials, in place of a picture: no third party learns who signs in. */
function Avatar({ user }: { user: Pick<User, 'firstName' | 'lastName'> }) {
  return (
    <div
      aria-hidden
      className="bg-accent-soft text-accent-fg grid size-24 place-items-center rounded-full lg:size-64"
    >
      <span aria-hidden className="text-24 font-semibold lg:text-[5rem] lg:leading-none">
        {`${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()}
      </span>
    </div>
  )
}

const texts = [
  ['Username', 'emailAddress', emailField('Username'), 'email'],
  ['First name', 'firstName', nameText('First name', limits.personName), 'text'],
  ['Last name', 'lastName', nameText('Last name', limits.personName), 'text'],
] as const

interface Changes {
  emailAddress?: string
  firstName?: string
  lastName?: string
  mobilePhoneNumber?: string | null
}

/** What a user may change of the own account. */
function AccountRows({ user }: { user: User }) {
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

const explanations = {
  on: 'This browser shows a notification when a job that you started ends or asks while you look elsewhere.',
  off: 'Show a notification when a job that you started ends or asks while you look elsewhere. The browser asks for your permission first.',
  refused:
    'This browser does not allow notifications of this site. Allow them in the settings of the browser.',
  missing: 'This browser has no notifications here. They need an address with https, or this machine itself.',
}

/** A setting of this browser, not of the account. */
function DesktopNotificationsCard() {
  const state = useDesktopNotifications()
  const [label, explanation] = [useId(), useId()]
  return (
    <Card title="Browser notifications">
      <div className="flex items-start gap-3 px-4 py-3">
        <Switch
          checked={state === 'on'}
          disabled={state === 'refused' || state === 'missing'}
          aria-labelledby={label}
          aria-describedby={explanation}
          onCheckedChange={(isOn) => void switchDesktopNotifications(isOn)}
        />
        <div>
          <p id={label} className="font-medium">
            Notifications of this browser
          </p>
          <p id={explanation} className="text-12 text-fg-2">
            {explanations[state]}
          </p>
        </div>
      </div>
    </Card>
  )
}
