import { type InvitationInfo, invitationPath, isExpired } from '@sluice/contract/invitation'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { formatLocal, formatRelative } from '../../platform/format/time.ts'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { useUser } from '../auth/session-context.tsx'
import { type InvitationLink, linkProblems } from './invitation-link.ts'
import { type useAcceptInvitation, useOtherAccount } from './use-accept-invitation.ts'

interface InvitationOfferProps {
  link: InvitationLink
  info: InvitationInfo
  accept: ReturnType<typeof useAcceptInvitation>
}

/** An invitation that whoever sees it may take or leave. */
export function InvitationOffer({ link, info, accept }: InvitationOfferProps) {
  const user = useUser()
  const now = useNowBySecond()
  const hasExpired = isExpired(info, new Date(now))
  const [isDeclining, setDeclining] = useState(false)
  return (
    <AuthFrame title="You're invited!">
      <Details info={info} now={now} />
      {hasExpired ? (
        <Notice kind="warning" title="The invitation has expired">
          <p>Ask the sender to renew the invitation.</p>
        </Notice>
      ) : null}
      <ErrorPanel
        heading="There was a problem accepting the invitation"
        error={accept.error}
        overrides={linkProblems}
      />
      {hasExpired ? null : user ? (
        <>
          <SignedInAs link={link} emailAddress={user.emailAddress} />
          <Button
            intent="primary"
            size="lg"
            isPending={accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate()}
          >
            Accept
          </Button>
        </>
      ) : (
        <SignInLinks link={link} />
      )}
      <Button size="lg" disabled={accept.isPending} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      <DeclineDialog link={link} isOpen={isDeclining} onClose={() => setDeclining(false)} />
    </AuthFrame>
  )
}

function Details({ info, now }: { info: InvitationInfo; now: number }) {
  const { workspaceName, workspaceCompanyName, validUntilUtc } = info
  const expiry = isExpired(info, new Date(now)) ? 'Expired' : 'Expires'
  return (
    <dl className="flex flex-col gap-3 wrap-anywhere">
      <Detail label="Workspace">
        <span className="text-16 font-semibold">{workspaceName}</span>
        {workspaceCompanyName ? <span className="text-fg-2 block">{workspaceCompanyName}</span> : null}
      </Detail>
      <Detail label="Invited by">{inviterOf(info)}</Detail>
      <Detail label={expiry}>
        <time dateTime={validUntilUtc}>{formatLocal(validUntilUtc)}</time>{' '}
        <span className="text-fg-2">({formatRelative(validUntilUtc, now)})</span>
      </Detail>
    </dl>
  )
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-12 text-fg-2">{label}</dt>
    <dd>{children}</dd>
  </div>
)

function inviterOf({ createdByFirstName, createdByLastName, createdByEmailAddress }: InvitationInfo): string {
  if (createdByEmailAddress === null) return 'Unknown user'
  return `${createdByFirstName ?? ''} ${createdByLastName ?? ''} (${createdByEmailAddress})`.trim()
}

const addressOf = ({ params, query }: InvitationLink) => invitationPath({ ...params, ...query })

/** An invitation may be accepted from any account, so the page says which one this is. */
function SignedInAs({ link, emailAddress }: { link: InvitationLink; emailAddress: string }) {
  const change = useOtherAccount(addressOf(link))
  return (
    <p className="text-fg-2 wrap-anywhere">
      You are signed in as <span className="text-fg font-medium">{emailAddress}</span>.{' '}
      <button type="button" className={linkClasses} onClick={() => void change()}>
        Use another account
      </button>
    </p>
  )
}

function SignInLinks({ link }: { link: InvitationLink }) {
  const search = { returnTo: addressOf(link) }
  const canSignUp = useConfig().registration !== 'closed'
  return (
    <>
      <p className="text-fg-2">To accept, sign in or create an account.</p>
      {canSignUp ? (
        <Link to="/register" search={search} className={buttonClasses({ intent: 'primary', size: 'lg' })}>
          Sign up
        </Link>
      ) : null}
      <Link
        to="/signin"
        search={search}
        className={buttonClasses({ intent: canSignUp ? 'neutral' : 'primary', size: 'lg' })}
      >
        Sign in
      </Link>
    </>
  )
}

interface DeclineDialogProps {
  link: InvitationLink
  isOpen: boolean
  onClose: () => void
}

function DeclineDialog({ link, isOpen, onClose }: DeclineDialogProps) {
  const client = useClient()
  const router = useRouter()
  const decline = useMutation({
    mutationFn: async () => {
      await client.invitations.reject(link)
      await router.navigate({ to: '/' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        decline.reset()
        onClose()
      }}
      title="Decline invitation"
      action="Decline"
      isPending={decline.isPending}
      problem={
        <ErrorPanel
          heading="There was a problem declining the invitation"
          error={decline.error}
          overrides={linkProblems}
        />
      }
      onConfirm={() => decline.mutate()}
    >
      The invitation is deleted, and this cannot be undone. To join later, you need a new invitation.
    </ConfirmDialog>
  )
}
