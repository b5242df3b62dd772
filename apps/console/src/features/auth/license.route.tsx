import { createFileRoute, Link } from '@tanstack/react-router'
import license from '../../../../../LICENSE?raw'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** What people accept when they sign up, unless the installation names an agreement of its own. */
export const Route = createFileRoute('/license')({
  component: LicensePage,
  staticData: { title: 'License' },
})

function LicensePage() {
  const [title = '', ...paragraphs] = license.trim().split(/\n{2,}/)
  return (
    <AuthFrame title={title}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="text-fg-2">
          {paragraph}
        </p>
      ))}
      <p>
        <Link to="/" className={linkClasses}>
          Go home
        </Link>
      </p>
    </AuthFrame>
  )
}
