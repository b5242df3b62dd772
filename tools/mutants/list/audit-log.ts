import type { Mutant } from '../mutant.ts'

const migration = 'apps/server/drizzle/0015_audit_chain.sql'
const folder = 'apps/server/src/audit-log'
const tests = [`${folder}/audit-log.test.ts`, `${folder}/audit-chain.test.ts`]
const events = [`${folder}/audit-events.test.ts`]
const page = 'apps/console/src/features/audit-log'
const pageTests = [`${page}/audit-log.browser.test.tsx`]

export const auditLogMutants: readonly Mutant[] = [
  {
    id: 'server/audit-log/chain-without-lock',
    file: migration,
    from: "  PERFORM pg_advisory_xact_lock(hashtextextended('audit chain ' || chain, 0));",
    to: '',
    tests,
    title: 'when many write at once',
  },
  {
    id: 'server/audit-log/hash-without-person',
    file: migration,
    from: '  event.actor_user_id, event.action,',
    to: '  event.action,',
    tests,
    title: 'shows ',
  },
  {
    id: 'server/audit-log/hash-without-the-one-before',
    file: migration,
    from: 'sha256(previous || convert_to(',
    to: 'sha256(convert_to(',
    tests,
    title: 'is enough to compute every hash again',
  },
  {
    id: 'server/audit-log/unchained-event-not-seen',
    file: `${folder}/verification.ts`,
    from: '?? (await findUnchained(tx, ofEvents))',
    to: '?? (ofEvents ? null : (await findUnchained(tx, ofEvents)))',
    tests,
    title: 'shows ',
  },
  {
    id: 'server/audit-log/installation-holds-workspaces',
    file: `${folder}/log-reach.ts`,
    from: 'sql`not exists (select from ${workspace} where ${workspace.id} = ${auditLink.chainId})`',
    to: 'sql`${workspace.id} is not distinct from ${workspace.id} or true`',
    tests,
    title: 'nothing of the others',
  },
  {
    id: 'server/audit-log/installation-for-everybody',
    file: `${folder}/log-reach.ts`,
    from: "if (!caller.isGlobalAdministrator) throw new AppError('userNotAuthorized')",
    to: '',
    tests,
    title: 'is for global administrators only',
  },
  {
    id: 'server/audit-log/each-part-of-an-export-recorded',
    file: `${folder}/operations/download.ts`,
    from: 'if (query.after === undefined) await',
    to: 'await',
    tests,
    title: 'stands in the log itself',
  },
  {
    id: 'server/audit-log/lock-not-recorded',
    file: 'apps/server/src/users/sign-in-attempts.ts',
    from: "  if (isLast) await recordAudit(tx, { ...entry, action: 'user.lockedOut' })",
    to: '',
    tests: events,
    title: 'ten failures and a lock',
  },
  {
    id: 'console/audit-log/foreign-event-of-address-asked-for',
    file: `${page}/audit-search.ts`,
    from: 'actions.find((action) => action === name)',
    to: 'name as AuditAction | undefined',
    tests: pageTests,
    title: 'an unknown kind of event in the address filters nothing',
  },
  {
    id: 'console/audit-log/period-not-asked-for',
    file: `${page}/audit-search.ts`,
    from: '...(since === null ? {} : {',
    to: '...(since !== 0 ? {} : {',
    tests: pageTests,
    title: 'asks for the kind of event, person and period',
  },
  {
    id: 'console/audit-log/export-of-the-first-part',
    file: `${page}/export-log.tsx`,
    from: '    after = last\n',
    to: '    return parts\n',
    tests: pageTests,
    title: 'exports the whole log',
  },
]
