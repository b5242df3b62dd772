import type { Stack } from '@sluice/contract/stack'
import { useState } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import type { Connection, ConnectionMethod, OnConnected } from './connection.ts'
import { DeviceCodeConnection } from './device-code-connection.tsx'
import { OwnAppConnection } from './own-app-connection.tsx'
import { PasswordConnection } from './password-connection.tsx'

interface ConnectionMethodsProps {
  /** Connects this stack again; without one a stack that is to be made. */
  stack?: Stack
  onConnected: OnConnected
}

/** The ways to connect to a production org, and the fields of the chosen one. */
export function ConnectionMethods({ stack, onConnected }: ConnectionMethodsProps) {
  const { productName } = useConfig()
  const [method, setMethod] = useState<ConnectionMethod>('deviceCode')
  const props = { ...(stack ? { stack } : {}), onConnected }
  return (
    <>
      <ChoiceCards<ConnectionMethod>
        label="Connection method"
        value={method}
        onValueChange={setMethod}
        choices={[
          {
            value: 'deviceCode',
            title: 'Authorize in the browser',
            description: `Browser-based authorization: ${productName} never knows your password.`,
          },
          {
            value: 'usernamePassword',
            title: 'Username and password',
            description: 'Stored credentials, which allow unattended sandbox management.',
          },
          {
            value: 'ownApp',
            title: 'Your own connected app',
            description: 'For orgs that let in only apps that are installed there.',
          },
        ]}
      />
      {method === 'deviceCode' ? <DeviceCodeConnection {...props} /> : null}
      {method === 'usernamePassword' ? <PasswordConnection {...props} /> : null}
      {method === 'ownApp' ? <OwnAppConnection {...props} /> : null}
    </>
  )
}

/** What a connection that stands looks like, and the way back to the methods. */
export function Connected({ connection, onReset }: { connection: Connection; onReset: () => void }) {
  const { orgName, username, domain } = connection.token
  return (
    <>
      <Notice kind="info" title="Successfully connected to your Salesforce org">
        <p className="text-fg-2 wrap-anywhere">
          {orgName} · {username} · {domain}
        </p>
      </Notice>
      <div>
        <Button size="sm" onClick={onReset}>
          Modify the connection details
        </Button>
      </div>
    </>
  )
}
