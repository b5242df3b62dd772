export const codeProjects: readonly string[]
