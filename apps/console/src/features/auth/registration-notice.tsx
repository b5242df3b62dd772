import { Link } from '@tanstack/react-router'
import { useConfig } from '../../platform/config.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'

/** On the sign-in screen; absent where sign-up needs an invitation or is closed. */
export function SignUpLink({ returnTo }: { returnTo: string | undefined }) {
  if (useConfig().registration !== 'open') return null
  return (
    <p className="text-fg-2">
      No account yet?{' '}
      <Link to="/register" search={{ returnTo }} className={linkClasses}>
        Sign up
      </Link>
    </p>
  )
}

/** On the register screen: who can sign up, where not everybody can. */
export function RegistrationNotice() {
  const { registration } = useConfig()
  if (registration === 'open') return null
  if (registration === 'closed') {
    return <Notice kind="info" title="New accounts cannot be created on this server" />
  }
  return (
    <Notice kind="info" title="Only invited people can sign up">
      <p>Use the email address that your invitation was sent to.</p>
    </Notice>
  )
}
