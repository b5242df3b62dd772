/** Largest lengths of the fields, in characters. */
export const limits = {
  slug: 128,
  name: 512,
  description: 4096,
  tagName: 256,
  tagValue: 4096,
  /** How many tags an environment has at most: each push of its stack carries all of them. */
  tagsPerEnvironment: 100,
  email: 256,
  username: 256,
  password: 256,
  passwordMinimum: 6,
  url: 2048,
  relativePath: 512,
  companyName: 512,
  personName: 512,
  phoneNumber: 128,
  gitBranchName: 128,
  /** A branch of any length that Git allows, or a hash. */
  gitRevision: 256,
  gitPath: 4096,
  componentType: 128,
  componentName: 1024,
  /** How many components can be left out of a deployment before it is submitted. */
  excludedComponents: 2000,
  commitMessage: 256,
  sandboxName: 10,
  sandboxDescription: 2048,
  securityToken: 64,
  clientId: 512,
  clientSecret: 512,
  privateKey: 8192,
  gitHubUsername: 39,
  includeSpecs: 65_535,
  encryptedToken: 16_384,
  recurrence: 256,
  /** How many upcoming times of a recurrence are shown. */
  upcomingOccurrences: 5,
  /** A schedule occurs at most once in so many minutes. */
  minutesBetweenOccurrences: 5,
  /** A recurrence occurs within so many years. */
  yearsUntilOccurrence: 5,
  enabledSchedulesPerStack: 100,
  /** How many schedules a stack has at most: the first push of the workspace carries all of them. */
  schedulesPerStack: 500,
  /** How many problems a schedule keeps; an occurrence may have one for each environment. */
  scheduleProblems: 20,
  /** How many of the newest jobs the first push after connecting carries, besides the active ones. */
  pushedJobs: 200,
  /** How many jobs one page of the list of a stack has. */
  listedJobs: 100,
  /** Longest text that jobs are searched for. */
  jobSearchText: 200,
  /** How many undeployed components one page lists. */
  undeployedComponents: 200,
  /** How many resolved conflicts and how many warnings of one merge its result lists. */
  mergeDetails: 200,
  /** How many files one conflict has at most; a merge that conflicts in more ends its job. */
  conflictFiles: 1000,
  /** Up to so many bytes the result of a conflict file can be written by hand. */
  editedConflictBytes: 2 * 1024 * 1024,
  invitationToken: 128,
  /** How many invitations a workspace mails an hour at most, renewed ones counted in. */
  invitationsPerHour: 20,
  /** How many invitations a workspace has open at a time: each push of the workspace carries all of them. */
  openInvitations: 200,
  webhooksPerWorkspace: 20,
  /** How many messages wait for one webhook at most; what comes beyond is given up at once. */
  waitingDeliveries: 500,
  /** How many of the newest deliveries of notifications are listed. */
  listedDeliveries: 200,
  /** How many of the newest undelivered mails are listed. */
  undeliveredMail: 200,
  /** How many accounts one page of the list for global administrators has. */
  accounts: 100,
  /** How many events one page of the audit log has. */
  auditEvents: 100,
  /** How many lines one call of an export of the audit log answers. */
  auditLines: 2000,
} as const

/** Where an output artifact stops being loaded by itself, in bytes. */
export const outputAutoLoadBytes = 512 * 1024

/** How many characters of a commit hash are shown. */
export const commitHashDisplayLength = 10
