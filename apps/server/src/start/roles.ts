import { StartError } from './start-error.ts'

export type Role = 'api' | 'worker'

/** `--role all|api|worker`, or `--role=…`; without it everything runs in one process. */
export function readRoles(args: readonly string[]): ReadonlySet<Role> {
  const rest = [...args]
  let role = 'all'
  while (rest.length) {
    const argument = rest.shift() ?? ''
    const [name, value] = argument.split('=', 2)
    if (name !== '--role')
      throw new StartError(`Unknown argument "${argument}". Known: --role all|api|worker.`)
    role = value ?? rest.shift() ?? ''
  }
  if (role === 'all') return new Set(['api', 'worker'])
  if (role === 'api' || role === 'worker') return new Set([role])
  throw new StartError(`--role must be all, api or worker, not "${role}".`)
}
