import { consoleConflictMutants } from './list/console-conflicts.ts'
import { consoleCreateEnvironmentMutants } from './list/console-create-environment.ts'
import { auditLogMutants } from './list/audit-log.ts'
import { apexTestRunMutants } from './list/apex-test-runs.ts'
import { consoleMailMutants } from './list/console-mail.ts'
import { consoleEnvironmentMutants } from './list/console-environments.ts'
import { consoleDifferenceMutants } from './list/console-differences.ts'
import { consoleFrameMutants } from './list/console-frame.ts'
import { consoleJobsMutants } from './list/console-jobs.ts'
import { consoleMutants } from './list/console.ts'
import { consoleRepositoryMutants } from './list/console-repository.ts'
import { consoleScheduleMutants } from './list/console-schedules.ts'
import { consoleStackMutants } from './list/console-stacks.ts'
import { contractMutants1 } from './list/contract-1.ts'
import { contractMutants2 } from './list/contract-2.ts'
import { environmentsMutants } from './list/environments.ts'
import { flowMergeMutants } from './list/flow-merge.ts'
import { flowsAndLocksMutants } from './list/flows-and-locks.ts'
import { gitMutants } from './list/git.ts'
import { gitStarterMutants } from './list/git-starter.ts'
import { gitHubMutants } from './list/github.ts'
import { inquiryMutants } from './list/inquiries.ts'
import { metadataMergeMutants } from './list/metadata-merge.ts'
import { metadataMutants } from './list/metadata.ts'
import { orgValuesMutants } from './list/org-values.ts'
import { notificationMutants } from './list/notifications.ts'
import { peopleMutants } from './list/people.ts'
import { practiceOrgMutants } from './list/practice-org.ts'
import { profileMutants } from './list/profiles.ts'
import { salesforceCallsMutants } from './list/salesforce-calls.ts'
import { salesforceMutants } from './list/salesforce.ts'
import { scheduleMutants } from './list/schedules.ts'
import { serverAuthorsMutants } from './list/server-authors.ts'
import { serverMutants } from './list/server.ts'
import { serverDifferencesMutants } from './list/server-differences.ts'
import { serverDurableMutants } from './list/server-durable.ts'
import { serverEnvironmentMutants } from './list/server-environments.ts'
import { serverDeletionsMutants } from './list/server-deletions.ts'
import { confirmDeploymentMutants } from './list/confirm-deployment.ts'
import { createEnvironmentMutants } from './list/create-environment.ts'
import { jobPageMutants } from './list/job-page.ts'
import { mergePreviewMutants } from './list/merge-previews.ts'
import { previewMutants } from './list/previews.ts'
import { quickDeployMutants } from './list/quick-deploy.ts'
import { serverFlowsMutants } from './list/server-flows.ts'
import { serverBranchesMutants } from './list/server-branches.ts'
import { serverUndeployedMutants } from './list/server-undeployed.ts'
import { serverGitHostMutants } from './list/server-git-host.ts'
import { serverHttpMutants } from './list/server-http.ts'
import { serverHubMutants } from './list/server-hub.ts'
import { serverMergeMutants } from './list/server-merge.ts'
import { serverPartialRetrievesMutants } from './list/server-partial-retrieves.ts'
import { serverPackagesMutants } from './list/server-packages.ts'
import { serverOutgoingMutants } from './list/server-outgoing.ts'
import { serverRepositoryMutants } from './list/server-repository.ts'
import { serverRetrieveMutants } from './list/server-retrieve.ts'
import { serverStacksMutants } from './list/server-stacks.ts'
import { serverUsersMutants } from './list/server-users.ts'
import { stacksAndAccessMutants } from './list/stacks-and-access.ts'
import type { Mutant } from './mutant.ts'

export const allMutants: readonly Mutant[] = [
  ...consoleConflictMutants,
  ...consoleCreateEnvironmentMutants,
  ...apexTestRunMutants,
  ...auditLogMutants,
  ...consoleMailMutants,
  ...consoleFrameMutants,
  ...consoleJobsMutants,
  ...consoleMutants,
  ...consoleEnvironmentMutants,
  ...consoleDifferenceMutants,
  ...consoleRepositoryMutants,
  ...consoleScheduleMutants,
  ...consoleStackMutants,
  ...contractMutants1,
  ...contractMutants2,
  ...environmentsMutants,
  ...flowMergeMutants,
  ...flowsAndLocksMutants,
  ...gitMutants,
  ...gitStarterMutants,
  ...gitHubMutants,
  ...inquiryMutants,
  ...metadataMutants,
  ...orgValuesMutants,
  ...notificationMutants,
  ...peopleMutants,
  ...practiceOrgMutants,
  ...metadataMergeMutants,
  ...profileMutants,
  ...salesforceCallsMutants,
  ...salesforceMutants,
  ...scheduleMutants,
  ...serverAuthorsMutants,
  ...serverMutants,
  ...serverDifferencesMutants,
  ...serverDurableMutants,
  ...serverEnvironmentMutants,
  ...serverDeletionsMutants,
  ...confirmDeploymentMutants,
  ...createEnvironmentMutants,
  ...jobPageMutants,
  ...mergePreviewMutants,
  ...previewMutants,
  ...quickDeployMutants,
  ...serverFlowsMutants,
  ...serverBranchesMutants,
  ...serverUndeployedMutants,
  ...serverGitHostMutants,
  ...serverHttpMutants,
  ...serverHubMutants,
  ...serverMergeMutants,
  ...serverPackagesMutants,
  ...serverOutgoingMutants,
  ...serverPartialRetrievesMutants,
  ...serverRepositoryMutants,
  ...serverRetrieveMutants,
  ...serverStacksMutants,
  ...serverUsersMutants,
  ...stacksAndAccessMutants,
]
