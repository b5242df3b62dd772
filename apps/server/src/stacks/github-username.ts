/** As GitHub has it: letters, digits and single hyphens between them. */
const pattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/i

export const isGitHubUsername = (username: string): boolean => pattern.test(username)
