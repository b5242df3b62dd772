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
  /** How many of the newest jobs the first push after connecting carries, besides the active ones. */
  pushedJobs: 200,
  /** How many undeployed components of one environment are pushed at most. */
  pushedComponents: 2000,
  /** How many resolved conflicts and how many warnings of one merge its result lists. */
  mergeDetails: 200,
  /** How many of the newest undelivered mails are listed. */
  undeliveredMail: 200,
} as const

/** Where an output artifact stops being loaded by itself, in bytes. */
export const outputAutoLoadBytes = 512 * 1024

/** How many characters of a commit hash are shown. */
export const commitHashDisplayLength = 10
