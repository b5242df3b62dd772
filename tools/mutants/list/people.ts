import type { Mutant } from '../mutant.ts'

const members = ['apps/server/src/members/members.test.ts']
const invitations = ['apps/server/src/invitations/invitations.test.ts']
const races = ['apps/server/src/invitations/invitation-races.test.ts']
const limits = ['apps/server/src/invitations/invitation-limits.test.ts']
const ownershipPage = ['apps/console/src/features/members/ownership.browser.test.tsx']
const invitationPage = ['apps/console/src/features/invitations/invitation.browser.test.tsx']

export const peopleMutants: readonly Mutant[] = [
  {
    id: 'server/members/owner-is-removed',
    file: 'apps/server/src/members/operations/remove.ts',
    from: "    if (member.userId === workspace.ownerUserId) throw new AppError('memberOwnerNotRemovable')\n",
    to: '',
    tests: members,
  },
  {
    id: 'server/invitations/token-not-compared',
    file: 'apps/server/src/workspaces/invitation-store.ts',
    from: '.where(and(at(link), eq(invitation.tokenHash, hashOfInvitationToken(link.token))))',
    to: '.where(and(at(link), eq(invitation.id, link.invitationId)))',
    tests: invitations,
  },
  {
    id: 'server/invitations/expired-one-is-accepted',
    file: 'apps/server/src/invitations/operations/accept.ts',
    from: "    if (invitation.isExpired) throw new AppError('invitationExpired')\n",
    to: '',
    tests: invitations,
  },
  {
    id: 'server/invitations/rights-not-looked-at-after-the-lock',
    file: 'apps/server/src/workspaces/lock-members.ts',
    from: '  if (missing) throw',
    to: '  if (missing && actor.accessLevel === null) throw',
    tests: races,
  },
  {
    id: 'server/invitations/accepted-without-the-lock',
    file: 'apps/server/src/invitations/operations/accept.ts',
    from: '    await lockWorkspace(tx, workspaceId)\n',
    to: '',
    tests: races,
  },
  {
    id: 'server/invitations/renewals-mail-without-limit',
    file: 'apps/server/src/workspaces/invitation-counts.ts',
    from: "['invitation.created', 'invitation.extended']",
    to: "['invitation.created']",
    tests: limits,
  },
  {
    id: 'console/invitation/expired-one-can-be-accepted',
    file: 'apps/console/src/features/invitations/invitation-offer.tsx',
    from: '{hasExpired ? null : user ? (',
    to: '{user ? (',
    tests: invitationPage,
  },
  {
    id: 'console/members/page-stays-after-the-removal',
    file: 'apps/console/src/features/workspaces/use-leave-when-removed.ts',
    from: 'if (!list.some(({ id }) => id === workspaceId)) await leave()',
    to: 'if (list.length > 1_000_000) await leave()',
    tests: ownershipPage,
  },
  {
    id: 'people/minutes-are-not-counted',
    file: 'apps/server/src/worker/job-end.ts',
    from: 'active: ended?.active ?? 0, passive',
    to: 'active: 0, passive',
    tests: ['apps/server/src/worker/worker-minutes.test.ts'],
  },
  {
    id: 'people/two-creations-at-once-exceed-the-limit',
    file: 'apps/server/src/workspaces/usage.ts',
    from: 'pg_advisory_xact_lock(',
    to: 'pg_try_advisory_xact_lock(',
    tests: ['apps/server/src/workspaces/environment-limit.test.ts'],
  },
  {
    id: 'people/percent-is-rounded-up',
    file: 'packages/contract/src/billing.ts',
    from: 'Math.floor((inUseQuantity',
    to: 'Math.ceil((inUseQuantity',
    tests: ['apps/console/src/features/billing/billing.browser.test.tsx'],
  },
  {
    id: 'people/all-set-before-the-end',
    file: 'apps/console/src/features/onboarding/first-flow-in.ts',
    from: "return { kind: job.outcome === 'Succeeded' ? 'done' : 'failed', jobId, job }",
    to: "return { kind: 'done', jobId, job }",
    tests: ['apps/console/src/features/onboarding/first-flow-in.browser.test.tsx'],
  },
  {
    id: 'people/flow-in-of-nothing-counts',
    file: 'apps/console/src/features/get-started/get-started.ts',
    from: 'before.environmentLatestKnownParityCommitHash !== one.environmentLatestKnownParityCommitHash',
    to: 'before !== one',
    tests: ['apps/console/src/features/get-started/get-started.browser.test.tsx'],
  },
  {
    id: 'people/jobs-count-as-readers',
    file: 'apps/server/src/git-host/first-read.ts',
    from: "  if (caller.kind === 'job') return\n",
    to: '',
    tests: ['apps/server/src/git-host/git-host.test.ts'],
  },
  {
    id: 'people/outbox-is-shown-beside-a-mail-server',
    file: 'apps/server/src/users/operations/list-waiting-mail.ts',
    from: '  if (ctx.config.mail.url) return []\n',
    to: '',
    tests: ['apps/server/src/users/undelivered-mail.test.ts'],
  },
  {
    id: 'people/unset-token-looks-set',
    file: 'apps/console/src/features/workspaces/access-token.tsx',
    from: "{workspace.licenseKeyIsSet ? maskedSecret : '—'}",
    to: '{maskedSecret}',
    tests: ['apps/console/src/features/workspaces/workspace.browser.test.tsx'],
    title: 'W-199',
  },
  {
    id: 'people/schedules-hide-what-a-reader-may-not-do',
    file: 'apps/console/src/features/schedules/schedule-header.tsx',
    from: '<Button intent="danger" disabledReason={disabledReason}',
    to: '<Button intent="danger" hidden={disabledReason !== null} disabledReason={disabledReason}',
    tests: ['apps/console/src/app/every-role.browser.test.tsx'],
    title: 'J-292',
  },
  {
    id: 'people/username-need-not-be-an-address',
    file: 'packages/contract/src/users.ts',
    from: "emailAddress: emailField('Email address').optional()",
    to: "emailAddress: requiredText('Email address', limits.email).optional()",
    tests: ['apps/server/src/users/accounts.test.ts'],
    title: 'J-202',
  },
]
