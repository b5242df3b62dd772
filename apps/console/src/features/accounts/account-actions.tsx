import type { Account, PasswordResetOffer } from '@sluice/contract/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type SluiceClient, useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { useUser } from '../auth/session-context.tsx'
import { accountsKey } from './accounts.query.ts'

interface Deed {
  label: string
  question: (name: string) => string
  /** What the action does, in words. */
  effect: (account: Account, sendsMail: boolean) => ReactNode
  problem: string
  intent: 'danger' | 'primary'
  run: (client: SluiceClient, accountId: string) => Promise<PasswordResetOffer | void>
}

const deeds = {
  disable: {
    label: 'Disable',
    question: (name) => `Disable ${name}?`,
    effect: () =>
      'The person is signed out everywhere at once, from Git too, and cannot sign in until the account is enabled again. Schedules that run as this person are disabled, and invitations that this person sent end. Jobs that are under way go on.',
    problem: 'There was a problem disabling the account',
    intent: 'danger',
    run: async (client, accountId) => client.accounts.disable({ params: { accountId } }),
  },
  enable: {
    label: 'Enable',
    question: (name) => `Enable ${name}?`,
    effect: () =>
      'The person can sign in again and has the former roles. Schedules and invitations that ended stay as they are.',
    problem: 'There was a problem enabling the account',
    intent: 'primary',
    run: async (client, accountId) => client.accounts.enable({ params: { accountId } }),
  },
  signOut: {
    label: 'Sign out everywhere',
    question: (name) => `Sign ${name} out everywhere?`,
    effect: () => 'All sessions of this account end at once. The person can sign in again.',
    problem: 'There was a problem signing the account out',
    intent: 'danger',
    run: async (client, accountId) => client.accounts.signOut({ params: { accountId } }),
  },
  resetPassword: {
    label: 'Reset password',
    question: (name) => `Reset the password of ${name}?`,
    effect: ({ emailAddress }, sendsMail) =>
      sendsMail
        ? `A link that sets a new password is mailed to ${emailAddress}. The password stays as it is until the link is used. Then all sessions of this account end.`
        : 'This server sends no mail: you are shown a link that sets a new password, once, to pass on to the person. The password stays as it is until the link is used. Then all sessions of this account end.',
    problem: 'There was a problem resetting the password',
    intent: 'primary',
    run: async (client, accountId) => client.accounts.resetPassword({ params: { accountId } }),
  },
} as const satisfies Record<string, Deed>
type DeedName = keyof typeof deeds

const nameOf = ({ firstName, lastName }: Account): string => `${firstName} ${lastName}`

/** In the row of an account: what a global administrator can do with it. */
export function AccountActions({ account }: { account: Account }) {
  const [open, setOpen] = useState<DeedName | null>(null)
  const isOwn = useUser()?.id === account.id
  const isDisabled = account.status === 'Disabled'
  const names: readonly DeedName[] = isDisabled
    ? ['enable']
    : ['resetPassword', 'signOut', ...(isOwn ? [] : (['disable'] as const))]
  return (
    <>
      <Menu>
        <MenuTrigger
          render={<Button intent="quiet" size="icon" />}
          aria-label={`Actions for ${account.emailAddress}`}
        >
          <Ellipsis aria-hidden />
        </MenuTrigger>
        <MenuContent align="end">
          {names.map((name) => (
            <MenuItem key={name} onClick={() => setOpen(name)}>
              {deeds[name].label}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      {open === null ? null : <DeedDialog account={account} name={open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface DeedDialogProps {
  account: Account
  name: DeedName
  onClose: () => void
}

function DeedDialog({ account, name, onClose }: DeedDialogProps) {
  const { sendsMail } = useConfig()
  const client = useClient()
  const queries = useQueryClient()
  const { label, question, effect, problem, intent, run }: Deed = deeds[name]
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => (await run(client, account.id)) ?? null,
    onSuccess: async (offer) => {
      await queries.invalidateQueries({ queryKey: accountsKey })
      if ((offer?.link ?? null) === null) onClose()
    },
  })
  if (data && data.link !== null)
    return (
      <ResetLinkDialog account={account} link={data.link} expiresUtc={data.expiresUtc} onClose={onClose} />
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={question(nameOf(account))}
      action={label}
      intent={intent}
      isPending={isPending}
      problem={<ErrorPanel heading={problem} error={error} />}
      onConfirm={() => mutate()}
    >
      <p className="wrap-anywhere">{effect(account, sendsMail)}</p>
      <p className="text-12 text-fg-3 mt-2 wrap-anywhere">{account.emailAddress}</p>
    </ConfirmDialog>
  )
}

interface ResetLinkDialogProps {
  account: Account
  link: string
  expiresUtc: string
  onClose: () => void
}

/** The only place where the link is ever shown. */
const ResetLinkDialog = ({ account, link, expiresUtc, onClose }: ResetLinkDialogProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={`New password for ${nameOf(account)}`}
    description={
      <>
        Pass this link on to {account.emailAddress}. It is shown only now, works once and ends{' '}
        <Timestamp moment={expiresUtc} />. Whoever has it can set the password of this account.
      </>
    }
    footer={
      <Button intent="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <CopyText text={link} label="reset link" className="max-w-full pr-16" />
  </Dialog>
)
