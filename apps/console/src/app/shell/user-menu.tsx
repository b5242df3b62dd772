import { Link } from '@tanstack/react-router'
import { useUser } from '../../features/auth/session-context.tsx'
import { useSignOut } from '../../features/workspaces/use-sign-out.ts'
import { useConfig } from '../../platform/config.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuLink, MenuTrigger } from '../../platform/ui/menu.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'
import { useKeyboardDialogs } from './keyboard/keyboard-context.tsx'

export function UserMenu() {
  const user = useUser()
  const { documentationUrl, commandLineUrl, supportEmailAddress, sendsMail } = useConfig()
  const signOut = useSignOut()
  const { openPalette, openSheet } = useKeyboardDialogs()
  if (!user) return null
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()
  return (
    <Menu>
      <MenuTrigger
        render={<Button intent="quiet" className="px-1.5" />}
        aria-label={`${initials}, user menu`}
      >
        <span
          aria-hidden
          className="bg-accent-soft text-11 text-accent-fg grid size-6 place-items-center rounded-full font-semibold"
        >
          {initials}
        </span>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuGroup>
          <MenuLabel>{user.emailAddress}</MenuLabel>
          <MenuItem render={<Link to="/profile" />}>Profile</MenuItem>
          {user.isGlobalAdministrator ? (
            <>
              <MenuItem render={<Link to="/undelivered-mail" />}>
                {sendsMail ? 'Undelivered mail' : 'Outbox'}
              </MenuItem>
              <MenuItem render={<Link to="/audit-log" />}>Audit log</MenuItem>
            </>
          ) : null}
          {documentationUrl === null ? null : <MenuLink href={documentationUrl}>Docs</MenuLink>}
          {commandLineUrl === null ? null : <MenuLink href={commandLineUrl}>CLI</MenuLink>}
          {supportEmailAddress === null ? null : (
            <MenuLink href={`mailto:${supportEmailAddress}`}>Technical support</MenuLink>
          )}
        </MenuGroup>
        <MenuSeparator />
        <MenuItem onClick={openPalette}>Command palette</MenuItem>
        <MenuItem onClick={openSheet}>Keyboard shortcuts</MenuItem>
        <MenuSeparator />
        <MenuItem onClick={() => void signOut()}>Sign out</MenuItem>
      </MenuContent>
    </Menu>
  )
}
