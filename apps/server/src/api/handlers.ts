import type { SluiceApi } from '@sluice/contract/api'
import type { Route } from '@sluice/contract/route'
import { disable as disableAccount } from '../operations/accounts/disable.ts'
import { enable as enableAccount } from '../operations/accounts/enable.ts'
import { list as listAccounts } from '../operations/accounts/list.ts'
import { resetPassword as resetPasswordOfAccount } from '../operations/accounts/reset-password.ts'
import { signOut as signOutAccount } from '../operations/accounts/sign-out.ts'
import { get as getApexTestRun } from '../operations/apex-test-runs/get.ts'
import { getHistory as getApexTestHistory } from '../operations/apex-test-runs/get-history.ts'
import { downloadOfInstallation } from '../operations/audit-log/download-of-installation.ts'
import { download } from '../operations/audit-log/download.ts'
import { listOfInstallation } from '../operations/audit-log/list-of-installation.ts'
import { list as listAuditEvents } from '../operations/audit-log/list.ts'
import { verifyOfInstallation } from '../operations/audit-log/verify-of-installation.ts'
import { verify } from '../operations/audit-log/verify.ts'
import { readFile as readConflictFile } from '../operations/conflicts/read-file.ts'
import { resetFile } from '../operations/conflicts/reset-file.ts'
import { resetFiles } from '../operations/conflicts/reset-files.ts'
import { resolveFile } from '../operations/conflicts/resolve-file.ts'
import { resolveFiles } from '../operations/conflicts/resolve-files.ts'
import { saveFile } from '../operations/conflicts/save-file.ts'
import { check } from '../operations/differences/check.ts'
import { getComponent } from '../operations/differences/get-component.ts'
import { getMergedComponent } from '../operations/differences/get-merged-component.ts'
import { listComponents } from '../operations/differences/list-components.ts'
import { listSyncDebt } from '../operations/differences/list-sync-debt.ts'
import { list as listDifferences } from '../operations/differences/list.ts'
import { previewMerge } from '../operations/differences/preview-merge.ts'
import { deleteTag } from '../operations/environments/delete-tag.ts'
import { getSalesforceInfo } from '../operations/environments/get-salesforce-info.ts'
import { forgetUndeployed } from '../operations/environments/forget-undeployed.ts'
import { includeAgain } from '../operations/environments/include-again.ts'
import { listUndeployedComponents } from '../operations/environments/list-undeployed-components.ts'
import { setTag } from '../operations/environments/set-tag.ts'
import { update as updateEnvironment } from '../operations/environments/update.ts'
import { answer as answerInquiry } from '../operations/inquiries/answer.ts'
import { get as getInquiry } from '../operations/inquiries/get.ts'
import { accept } from '../operations/invitations/accept.ts'
import { create as createInvitation } from '../operations/invitations/create.ts'
import { delete as deleteInvitation } from '../operations/invitations/delete.ts'
import { extend } from '../operations/invitations/extend.ts'
import { getInfo } from '../operations/invitations/get-info.ts'
import { getToken } from '../operations/invitations/get-token.ts'
import { reject } from '../operations/invitations/reject.ts'
import { cancel } from '../operations/jobs/cancel.ts'
import { downloadArtifact } from '../operations/jobs/download-artifact.ts'
import { get as getJob } from '../operations/jobs/get.ts'
import { getProgress } from '../operations/jobs/get-progress.ts'
import { list as listJobs } from '../operations/jobs/list.ts'
import { provision } from '../operations/jobs/provision.ts'
import { quickDeploy } from '../operations/jobs/quick-deploy.ts'
import { readArtifact } from '../operations/jobs/read-artifact.ts'
import { subscribeToProgress } from '../operations/jobs/subscribe-to-progress.ts'
import { remove as removeMember } from '../operations/members/remove.ts'
import { update as updateMember } from '../operations/members/update.ts'
import { createWebhook } from '../operations/notifications/create-webhook.ts'
import { deleteWebhook } from '../operations/notifications/delete-webhook.ts'
import { listChoices } from '../operations/notifications/list-choices.ts'
import { listDeliveries } from '../operations/notifications/list-deliveries.ts'
import { listWebhooks } from '../operations/notifications/list-webhooks.ts'
import { replaceSecret } from '../operations/notifications/replace-secret.ts'
import { sendAgain } from '../operations/notifications/send-again.ts'
import { sendTestMessage } from '../operations/notifications/send-test-message.ts'
import { setChoices } from '../operations/notifications/set-choices.ts'
import { updateWebhook } from '../operations/notifications/update-webhook.ts'
import { start } from '../operations/onboarding/start.ts'
import { compare } from '../operations/repository/compare.ts'
import { getBlame } from '../operations/repository/get-blame.ts'
import { getCommit } from '../operations/repository/get-commit.ts'
import { getDifference } from '../operations/repository/get-difference.ts'
import { getFile } from '../operations/repository/get-file.ts'
import { listBranches as listRepositoryBranches } from '../operations/repository/list-branches.ts'
import { listCommits } from '../operations/repository/list-commits.ts'
import { listFolder } from '../operations/repository/list-folder.ts'
import { create as createSchedule } from '../operations/schedules/create.ts'
import { delete as deleteSchedule } from '../operations/schedules/delete.ts'
import { get as getSchedule } from '../operations/schedules/get.ts'
import { list as listSchedules } from '../operations/schedules/list.ts'
import { update as updateSchedule } from '../operations/schedules/update.ts'
import { validateCronExpression } from '../operations/schedules/validate-cron-expression.ts'
import { completeWebServerSignIn } from '../operations/stacks/complete-web-server-sign-in.ts'
import { completeWebServerSignInOfStack } from '../operations/stacks/complete-web-server-sign-in-of-stack.ts'
import { create as createStack } from '../operations/stacks/create.ts'
import { delete as deleteStack } from '../operations/stacks/delete.ts'
import { getEncryptionKey } from '../operations/stacks/get-encryption-key.ts'
import { getLayout } from '../operations/stacks/get-layout.ts'
import { getLayoutOfRepository } from '../operations/stacks/get-layout-of-repository.ts'
import { inviteCollaborator } from '../operations/stacks/invite-collaborator.ts'
import { listCollaborators } from '../operations/stacks/list-collaborators.ts'
import { removeCollaborator } from '../operations/stacks/remove-collaborator.ts'
import { listBranches } from '../operations/stacks/list-branches.ts'
import { listSandboxPublicGroups } from '../operations/stacks/list-sandbox-public-groups.ts'
import { listSandboxTemplates } from '../operations/stacks/list-sandbox-templates.ts'
import { listSandboxes } from '../operations/stacks/list-sandboxes.ts'
import { pollDeviceCodeSignIn } from '../operations/stacks/poll-device-code-sign-in.ts'
import { setTokenData } from '../operations/stacks/set-token-data.ts'
import { signInWithPassword } from '../operations/stacks/sign-in-with-password.ts'
import { signInWithJwt } from '../operations/stacks/sign-in-with-jwt.ts'
import { signInWithJwtOfStack } from '../operations/stacks/sign-in-with-jwt-of-stack.ts'
import { startDeviceCodeSignIn } from '../operations/stacks/start-device-code-sign-in.ts'
import { startDeviceCodeSignInOfStack } from '../operations/stacks/start-device-code-sign-in-of-stack.ts'
import { startWebServerSignIn } from '../operations/stacks/start-web-server-sign-in.ts'
import { startWebServerSignInOfStack } from '../operations/stacks/start-web-server-sign-in-of-stack.ts'
import { update as updateStack } from '../operations/stacks/update.ts'
import { validateGitCredentials } from '../operations/stacks/validate-git-credentials.ts'
import { changePassword } from '../operations/users/change-password.ts'
import { forgotPassword } from '../operations/users/forgot-password.ts'
import { listUndeliveredMail } from '../operations/users/list-undelivered-mail.ts'
import { listWaitingMail } from '../operations/users/list-waiting-mail.ts'
import { getSignInInfo } from '../operations/users/get-sign-in-info.ts'
import { login } from '../operations/users/login.ts'
import { logout } from '../operations/users/logout.ts'
import { refresh } from '../operations/users/refresh.ts'
import { register } from '../operations/users/register.ts'
import { resetPassword } from '../operations/users/reset-password.ts'
import { update as updateUser } from '../operations/users/update.ts'
import { create as createWorkspace } from '../operations/workspaces/create.ts'
import { delete as deleteWorkspace } from '../operations/workspaces/delete.ts'
import { getBilling } from '../operations/workspaces/get-billing.ts'
import { getLicenseKey } from '../operations/workspaces/get-license-key.ts'
import { list as listWorkspaces } from '../operations/workspaces/list.ts'
import { update as updateWorkspace } from '../operations/workspaces/update.ts'
import type { Handler } from '../operations/operation.ts'

type Handlers = {
  [Concept in keyof SluiceApi]: { [Name in keyof SluiceApi[Concept]]: HandlerOf<SluiceApi[Concept][Name]> }
}
type HandlerOf<R> = R extends Route ? Handler<R> : never

/** Every call and the operation behind it; a call without one does not compile. */
export const handlers = {
  users: {
    register,
    login,
    refresh,
    logout,
    getSignInInfo,
    update: updateUser,
    changePassword,
    listUndeliveredMail,
    listWaitingMail,
    forgotPassword,
    resetPassword,
  },
  accounts: {
    list: listAccounts,
    disable: disableAccount,
    enable: enableAccount,
    signOut: signOutAccount,
    resetPassword: resetPasswordOfAccount,
  },
  workspaces: {
    list: listWorkspaces,
    create: createWorkspace,
    update: updateWorkspace,
    delete: deleteWorkspace,
    getBilling,
    getLicenseKey,
  },
  members: { update: updateMember, remove: removeMember },
  invitations: {
    create: createInvitation,
    extend,
    delete: deleteInvitation,
    getToken,
    getInfo,
    accept,
    reject,
  },
  notifications: {
    listWebhooks,
    createWebhook,
    updateWebhook,
    deleteWebhook,
    replaceSecret,
    sendTestMessage,
    listDeliveries,
    sendAgain,
    listChoices,
    setChoices,
  },
  stacks: {
    create: createStack,
    update: updateStack,
    delete: deleteStack,
    getEncryptionKey,
    setTokenData,
    listBranches,
    getLayout,
    getLayoutOfRepository,
    listSandboxes,
    listSandboxPublicGroups,
    listSandboxTemplates,
    listCollaborators,
    inviteCollaborator,
    removeCollaborator,
    startDeviceCodeSignIn,
    pollDeviceCodeSignIn,
    startWebServerSignIn,
    completeWebServerSignIn,
    signInWithPassword,
    signInWithJwt,
    startDeviceCodeSignInOfStack,
    startWebServerSignInOfStack,
    completeWebServerSignInOfStack,
    signInWithJwtOfStack,
    validateGitCredentials,
  },
  repository: {
    listBranches: listRepositoryBranches,
    listCommits,
    getCommit,
    compare,
    getDifference,
    listFolder,
    getFile,
    getBlame,
  },
  environments: {
    update: updateEnvironment,
    getSalesforceInfo,
    listUndeployedComponents,
    includeAgain,
    forgetUndeployed,
    setTag,
    deleteTag,
  },
  differences: {
    list: listDifferences,
    listSyncDebt,
    listComponents,
    getComponent,
    previewMerge,
    getMergedComponent,
    check,
  },
  jobs: {
    provision,
    quickDeploy,
    list: listJobs,
    get: getJob,
    cancel,
    downloadArtifact,
    readArtifact,
    getProgress,
    subscribeToProgress,
  },
  inquiries: { get: getInquiry, answer: answerInquiry },
  conflicts: { readFile: readConflictFile, saveFile, resolveFiles, resetFiles, resolveFile, resetFile },
  schedules: {
    list: listSchedules,
    get: getSchedule,
    create: createSchedule,
    update: updateSchedule,
    delete: deleteSchedule,
    validateCronExpression,
  },
  apexTestRuns: { get: getApexTestRun, getHistory: getApexTestHistory },
  onboarding: { start },
  auditLog: {
    list: listAuditEvents,
    download,
    verify,
    listOfInstallation,
    downloadOfInstallation,
    verifyOfInstallation,
  },
} satisfies Handlers
