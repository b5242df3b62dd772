import type { SluiceApi } from '@sluice/contract/api'
import type { Route } from '@sluice/contract/route'
import { get as getApexTestRun } from '../apex-test-runs/operations/get.ts'
import { getHistory as getApexTestHistory } from '../apex-test-runs/operations/get-history.ts'
import { downloadOfInstallation } from '../audit-log/operations/download-of-installation.ts'
import { download } from '../audit-log/operations/download.ts'
import { listOfInstallation } from '../audit-log/operations/list-of-installation.ts'
import { list as listAuditEvents } from '../audit-log/operations/list.ts'
import { verifyOfInstallation } from '../audit-log/operations/verify-of-installation.ts'
import { verify } from '../audit-log/operations/verify.ts'
import { readFile as readConflictFile } from '../conflicts/operations/read-file.ts'
import { resetFile } from '../conflicts/operations/reset-file.ts'
import { resetFiles } from '../conflicts/operations/reset-files.ts'
import { resolveFile } from '../conflicts/operations/resolve-file.ts'
import { resolveFiles } from '../conflicts/operations/resolve-files.ts'
import { saveFile } from '../conflicts/operations/save-file.ts'
import { check } from '../differences/operations/check.ts'
import { getComponent } from '../differences/operations/get-component.ts'
import { getMergedComponent } from '../differences/operations/get-merged-component.ts'
import { listComponents } from '../differences/operations/list-components.ts'
import { listSyncDebt } from '../differences/operations/list-sync-debt.ts'
import { list as listDifferences } from '../differences/operations/list.ts'
import { previewMerge } from '../differences/operations/preview-merge.ts'
import { deleteTag } from '../environments/operations/delete-tag.ts'
import { getSalesforceInfo } from '../environments/operations/get-salesforce-info.ts'
import { setTag } from '../environments/operations/set-tag.ts'
import { update as updateEnvironment } from '../environments/operations/update.ts'
import { answer as answerInquiry } from '../inquiries/operations/answer.ts'
import { get as getInquiry } from '../inquiries/operations/get.ts'
import { accept } from '../invitations/operations/accept.ts'
import { create as createInvitation } from '../invitations/operations/create.ts'
import { delete as deleteInvitation } from '../invitations/operations/delete.ts'
import { extend } from '../invitations/operations/extend.ts'
import { getInfo } from '../invitations/operations/get-info.ts'
import { getToken } from '../invitations/operations/get-token.ts'
import { reject } from '../invitations/operations/reject.ts'
import { cancel } from '../jobs/operations/cancel.ts'
import { downloadArtifact } from '../jobs/operations/download-artifact.ts'
import { get as getJob } from '../jobs/operations/get.ts'
import { getProgress } from '../jobs/operations/get-progress.ts'
import { provision } from '../jobs/operations/provision.ts'
import { quickDeploy } from '../jobs/operations/quick-deploy.ts'
import { readArtifact } from '../jobs/operations/read-artifact.ts'
import { subscribeToProgress } from '../jobs/operations/subscribe-to-progress.ts'
import { remove as removeMember } from '../members/operations/remove.ts'
import { update as updateMember } from '../members/operations/update.ts'
import { createWebhook } from '../notifications/operations/create-webhook.ts'
import { deleteWebhook } from '../notifications/operations/delete-webhook.ts'
import { listChoices } from '../notifications/operations/list-choices.ts'
import { listDeliveries } from '../notifications/operations/list-deliveries.ts'
import { listWebhooks } from '../notifications/operations/list-webhooks.ts'
import { replaceSecret } from '../notifications/operations/replace-secret.ts'
import { sendAgain } from '../notifications/operations/send-again.ts'
import { sendTestMessage } from '../notifications/operations/send-test-message.ts'
import { setChoices } from '../notifications/operations/set-choices.ts'
import { updateWebhook } from '../notifications/operations/update-webhook.ts'
import { start } from '../onboarding/operations/start.ts'
import { compare } from '../repository/operations/compare.ts'
import { getBlame } from '../repository/operations/get-blame.ts'
import { getCommit } from '../repository/operations/get-commit.ts'
import { getDifference } from '../repository/operations/get-difference.ts'
import { getFile } from '../repository/operations/get-file.ts'
import { listBranches as listRepositoryBranches } from '../repository/operations/list-branches.ts'
import { listCommits } from '../repository/operations/list-commits.ts'
import { listFolder } from '../repository/operations/list-folder.ts'
import { create as createSchedule } from '../schedules/operations/create.ts'
import { delete as deleteSchedule } from '../schedules/operations/delete.ts'
import { get as getSchedule } from '../schedules/operations/get.ts'
import { list as listSchedules } from '../schedules/operations/list.ts'
import { update as updateSchedule } from '../schedules/operations/update.ts'
import { validateCronExpression } from '../schedules/operations/validate-cron-expression.ts'
import { completeWebServerSignIn } from '../stacks/operations/complete-web-server-sign-in.ts'
import { completeWebServerSignInOfStack } from '../stacks/operations/complete-web-server-sign-in-of-stack.ts'
import { create as createStack } from '../stacks/operations/create.ts'
import { delete as deleteStack } from '../stacks/operations/delete.ts'
import { getEncryptionKey } from '../stacks/operations/get-encryption-key.ts'
import { inviteCollaborator } from '../stacks/operations/invite-collaborator.ts'
import { listCollaborators } from '../stacks/operations/list-collaborators.ts'
import { removeCollaborator } from '../stacks/operations/remove-collaborator.ts'
import { listBranches } from '../stacks/operations/list-branches.ts'
import { listSandboxPublicGroups } from '../stacks/operations/list-sandbox-public-groups.ts'
import { listSandboxTemplates } from '../stacks/operations/list-sandbox-templates.ts'
import { listSandboxes } from '../stacks/operations/list-sandboxes.ts'
import { pollDeviceCodeSignIn } from '../stacks/operations/poll-device-code-sign-in.ts'
import { setTokenData } from '../stacks/operations/set-token-data.ts'
import { signInWithPassword } from '../stacks/operations/sign-in-with-password.ts'
import { signInWithJwt } from '../stacks/operations/sign-in-with-jwt.ts'
import { signInWithJwtOfStack } from '../stacks/operations/sign-in-with-jwt-of-stack.ts'
import { startDeviceCodeSignIn } from '../stacks/operations/start-device-code-sign-in.ts'
import { startDeviceCodeSignInOfStack } from '../stacks/operations/start-device-code-sign-in-of-stack.ts'
import { startWebServerSignIn } from '../stacks/operations/start-web-server-sign-in.ts'
import { startWebServerSignInOfStack } from '../stacks/operations/start-web-server-sign-in-of-stack.ts'
import { update as updateStack } from '../stacks/operations/update.ts'
import { validateGitCredentials } from '../stacks/operations/validate-git-credentials.ts'
import { changePassword } from '../users/operations/change-password.ts'
import { forgotPassword } from '../users/operations/forgot-password.ts'
import { listUndeliveredMail } from '../users/operations/list-undelivered-mail.ts'
import { listWaitingMail } from '../users/operations/list-waiting-mail.ts'
import { getSignInInfo } from '../users/operations/get-sign-in-info.ts'
import { login } from '../users/operations/login.ts'
import { logout } from '../users/operations/logout.ts'
import { refresh } from '../users/operations/refresh.ts'
import { register } from '../users/operations/register.ts'
import { resetPassword } from '../users/operations/reset-password.ts'
import { update as updateUser } from '../users/operations/update.ts'
import { create as createWorkspace } from '../workspaces/operations/create.ts'
import { delete as deleteWorkspace } from '../workspaces/operations/delete.ts'
import { getBilling } from '../workspaces/operations/get-billing.ts'
import { getLicenseKey } from '../workspaces/operations/get-license-key.ts'
import { list as listWorkspaces } from '../workspaces/operations/list.ts'
import { update as updateWorkspace } from '../workspaces/operations/update.ts'
import type { Handler } from './handler.ts'

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
  environments: { update: updateEnvironment, getSalesforceInfo, setTag, deleteTag },
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
