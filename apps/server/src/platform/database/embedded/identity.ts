import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { childEnvironment } from './child-environment.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** As whom PostgreSQL runs: it refuses root. */
export interface Identity {
  /** Set when root drops to this user. */
  ids?: { uid: number; gid: number }
  /** Put before the command. */
  prefix: readonly string[]
}

interface Account {
  name: string
  uid: number
  gid: number
}

function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((f) => f.length >= 4)
    .map((f) => ({ name: f[0] ?? '', uid: Number(f[2]), gid: Number(f[3]) }))
}

const succeeds = (command: string, args: readonly string[], ids?: { uid: number; gid: number }) =>
  spawnSync(command, args, { ...ids, cwd: '/', stdio: 'ignore', env: childEnvironment }).status === 0

/**
 * A user namespace in which root's own files belong to an ordinary user: PostgreSQL is content, and folders that
 * only root may enter stay reachable. initdb wants the user to have an entry in /etc/passwd.
 */
function namespaceIdentity(): Identity | undefined {
  const ordinary = accounts().filter((a) => a.uid > 0)
  const account = ordinary.find((a) => a.uid === 1000) ?? ordinary[0]
  if (!account) return undefined
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.uid}`, '--']
  return succeeds('unshare', [...prefix.slice(1), 'true']) ? { prefix } : undefined
}

/**
 * Chooses for a server folder that may already exist: its owner decides then. A new one goes to an account that
 * can reach both the folder and the binaries, and to the namespace when there is none.
 */
export function chooseIdentity(folder: string, postgres: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = existsSync(folder) ? statSync(folder) : undefined
  if (owner && owner.uid !== 0) {
    const ids = { uid: owner.uid, gid: owner.gid }
    if (succeeds('test', ['-x', folder], ids) && succeeds(postgres, ['--version'], ids))
      return { ids, prefix: [] }
    throw new EmbeddedPostgresError(
      `${folder} belongs to user ${owner.uid}, who can no longer reach it or ${postgres}. Move them where that user may enter, or give the folder to root (chown -R root).`,
    )
  }
  if (!owner) {
    mkdirSync(dirname(folder), { recursive: true })
    for (const name of ['postgres', 'nobody']) {
      const account = accounts().find((a) => a.name === name)
      if (!account) continue
      const ids = { uid: account.uid, gid: account.gid }
      if (succeeds('test', ['-x', dirname(folder)], ids) && succeeds(postgres, ['--version'], ids))
        return { ids, prefix: [] }
    }
  }
  const namespace = namespaceIdentity()
  if (namespace) return namespace
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, neither "postgres" nor "nobody" can reach ${folder} and ${postgres}, and user namespaces (unshare) are not allowed here. Run Sluice as an ordinary user, put it and SLUICE_DATA_DIR where every user may enter, or set DATABASE_URL.`,
  )
}
