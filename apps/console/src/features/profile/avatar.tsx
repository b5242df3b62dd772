import type { User } from '@sluice/contract/user'

/** The initials, in place of a picture: no third party learns who signs in. */
export function Avatar({ user }: { user: Pick<User, 'firstName' | 'lastName'> }) {
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
