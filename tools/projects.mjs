/** The Vitest projects of `npm test` besides those of pages: Vitest can only name the projects to run, not those to leave out. */
export const codeProjects = ['e2e', 'packages', 'server', 'server-calls', 'tools', 'unit']
