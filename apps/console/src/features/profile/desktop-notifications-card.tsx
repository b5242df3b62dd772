import { useId } from 'react'
import { switchDesktopNotifications, useDesktopNotifications } from '../../platform/desktop-notifications.ts'
import { Card } from '../../platform/ui/card.tsx'
import { Switch } from '../../platform/ui/switch.tsx'

const explanations = {
  on: 'This browser shows a notification when a job that you started ends or asks while you look elsewhere.',
  off: 'Show a notification when a job that you started ends or asks while you look elsewhere. The browser asks for your permission first.',
  refused:
    'This browser does not allow notifications of this site. Allow them in the settings of the browser.',
  missing: 'This browser has no notifications here. They need an address with https, or this machine itself.',
}

/** A setting of this browser, not of the account. */
export function DesktopNotificationsCard() {
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
