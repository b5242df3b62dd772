const problem = <Status extends number>(status: Status, title: string) => ({ status, title })

/**
 * Every type of problem that the API answers. `{property}` in a title is filled in by the `detail` of the problem.
 * A type has one status, except that `userNotAuthorized` is 401 for somebody who has to sign in first.
 */
export const problems = {
  identityRegistrationValidationFailed: problem(
    400,
    'The account could not be created. Check the values and try again.',
  ),
  identityDeletionFailed: problem(400, 'The user account could not be deleted.'),
  identityAccountLockedOut: problem(
    403,
    'Your account is locked out. Try again later (accounts normally unlock automatically after a while) or get in touch with our support for assistance.',
  ),
  identityAccountNotConfirmed: problem(403, 'You must confirm your email address before you can sign in.'),
  identityAccountRequiresTwoFactor: problem(403, 'Two-factor authentication is required to sign in.'),
  identityCredentialsInvalid: problem(401, 'Invalid username and/or password.'),
  identityRefreshTokenInvalid: problem(401, 'Your session is no longer valid. Sign in again.'),
  identityRefreshTokenExpired: problem(401, 'Your session has expired. Sign in again.'),
  identityResetPasswordTokenInvalid: problem(
    400,
    'This password reset link is invalid. The link may have expired, or the user account may have been deleted.',
  ),
  identityResetPasswordValidationFailed: problem(400, 'The new password does not meet the requirements.'),
  entityNotFound: problem(404, 'The item could not be found. It may have been deleted.'),
  entityIdInvalid: problem(400, 'The identifier is not in the correct format.'),
  entityConflict: problem(409, 'The value conflicts with another item.'),
  gitCredentialsInvalid: problem(
    400,
    'We could not establish a connection to your repository. Check the connection details and try again.',
  ),
  gitCredentialsMissing: problem(
    400,
    'The Git credentials are missing. Enter them in the stack settings and try again.',
  ),
  repositoryNotSupported: problem(400, 'This repository is not supported for the requested operation.'),
  collaboratorUsernameInvalid: problem(400, 'There is no GitHub user with this username.'),
  sfdcCredentialsInvalid: problem(
    400,
    'We could not establish a connection to your org. Check the connection details and try again.',
  ),
  sfdcCredentialsPasswordExpired: problem(400, 'The password has expired in Salesforce.'),
  sfdcCredentialsOrgTypeIncorrect: problem(
    400,
    'The connection was established to a sandbox org. Ensure that the connection details are for your production org and try again.',
  ),
  sfdcCredentialsMissing: problem(
    400,
    'The Salesforce credentials are missing. Connect to your org and try again.',
  ),
  sfdcInternalError: problem(502, 'Salesforce reported an internal error. Try again later.'),
  validationFailed: problem(400, 'One or more values are not valid.'),
  nonEmptyWorkspaceNotDeletable: problem(
    409,
    'The workspace could not be deleted because it still contains one or more stacks. Delete all stacks in the workspace and try again.',
  ),
  nonEmptyStackNotDeletable: problem(
    409,
    'The stack could not be deleted because it still contains one or more non-production environments, or the remaining production environment is currently locked. Delete all non-production environments in the stack and try again.',
  ),
  productionEnvironmentNotDeletable: problem(
    409,
    'The production environment is a required component of the stack and cannot be deleted.',
  ),
  stackNotInitialized: problem(409, 'The stack is not initialized. Initialize the stack and try again.'),
  environmentNotInitialized: problem(409, 'The environment is not initialized.'),
  environmentLocked: problem(
    409,
    'One or more environments could not be deleted because they were currently locked by a running job. Try again when there are no running jobs affecting these environments.',
  ),
  workspaceAlreadyClaimed: problem(
    409,
    'The workspace with this license key has already been claimed. If you know who the workspace owner is, ask them to invite you as a member.',
  ),
  invitationExpired: problem(409, 'The invitation has expired. Ask the sender to renew the invitation.'),
  userAlreadyMember: problem(409, 'You are already a member of this workspace.'),
  memberOwnerNotRemovable: problem(
    409,
    'The owner of the workspace cannot be removed. Make another member the owner first.',
  ),
  outputArtifactNotDeletable: problem(409, 'The output artifact of a job cannot be deleted.'),
  cronExpressionInvalid: problem(400, 'The expression is not a valid CRON expression.'),
  postPropertyNotAllowed: problem(400, 'The property {property} cannot be set.'),
  patchPropertyNotAllowed: problem(400, 'The property {property} cannot be changed.'),
  patchPropertyInvalid: problem(400, 'The value of the property {property} is not valid.'),
  encryptionKeyMissing: problem(409, 'The stack has no encryption key.'),
  invalidRequestData: problem(400, 'The request is not valid.'),
  internalServerError: problem(500, 'An unexpected error occurred.'),
  userNotAuthorized: problem(403, 'You do not have permission to perform this operation.'),
  conflictFilesInvalid: problem(
    400,
    'One or more of the files do not belong to this conflict or cannot be resolved in this way.',
  ),
  conflictFileVersionMissing: problem(404, 'This version of the file does not exist.'),
  conflictFilesResolveFailed: problem(500, 'One or more files could not be resolved.'),
  conflictFilesResetFailed: problem(500, 'One or more files could not be reset.'),
  tooManyRequests: problem(429, 'There were too many requests. Try again in a moment.'),
} as const

/** The name of a problem, as it stands in `type`. */
export type ProblemType = keyof typeof problems

/** Whether a type received from outside is one of the catalogue. */
export const isProblemType = (type: string): type is ProblemType => Object.hasOwn(problems, type)
