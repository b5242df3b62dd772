import { createFileRoute } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useUser } from '../auth/session-context.tsx'
import { NotificationChoices } from '../notifications/notification-choices.tsx'
import { AccountRows } from './account-rows.tsx'
import { Avatar } from './avatar.tsx'
import { DesktopNotificationsCard } from './desktop-notifications-card.tsx'

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
