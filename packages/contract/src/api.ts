import { accounts } from './accounts.ts'
import { apexTestRuns } from './apex-test-run.ts'
import { auditLog } from './audit-log.ts'
import { conflicts } from './conflicts.ts'
import { differences } from './difference.ts'
import { environments } from './environments.ts'
import { inquiries } from './inquiries.ts'
import { invitations } from './invitations.ts'
import { jobs } from './jobs.ts'
import { members } from './members.ts'
import { notifications } from './notifications.ts'
import { onboarding } from './onboarding.ts'
import { repository } from './repository.ts'
import type { Api } from './route.ts'
import { schedules } from './schedules.ts'
import { stacks } from './stacks.ts'
import { users } from './users.ts'
import { workspaces } from './workspaces.ts'

/**
 * Every call of the product. `api.jobs.provision` is implemented by `operations/jobs/provision.ts` of the
 * server: the folder has the group's name, the file the operation's.
 */
export const api = {
  users,
  accounts,
  workspaces,
  members,
  invitations,
  notifications,
  stacks,
  repository,
  environments,
  differences,
  jobs,
  inquiries,
  conflicts,
  schedules,
  apexTestRuns,
  onboarding,
  auditLog,
} as const satisfies Api
/** The type of the whole API, for clients and for the server's table of operations. */
export type SluiceApi = typeof api
