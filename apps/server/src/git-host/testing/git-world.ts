import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBareRepository } from '@sluice/git/init'
import Fastify, { type FastifyInstance } from 'fastify'
import { resolveCommit } from '@sluice/git/rev-parse'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/read-config.ts'
import { foldersOf } from '../../platform/data-folder.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { job } from '../../platform/database/schema/jobs.ts'
import { managedRepository, repositoryCollaborator, stack } from '../../platform/database/schema/stacks.ts'
import { type AccessLevel, member, workspace } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'
import {
  headDeadline,
  limitRequestTime,
  type RequestDeadlines,
  requestDeadlines,
} from '../../platform/http/request-deadlines.ts'
import { silentLog } from '../../platform/log/log.ts'
import { testPasswordCost } from '../../testing/test-constants.ts'
import { createPasswordHasher } from '../../users/password-hash.ts'
import { insertUser } from '../../users/user-store.ts'
import { builtInGitHost } from '../built-in-git-host.ts'
import { registerGitHost } from '../git-host.ts'
import { issueCredential } from '../repository-credential.ts'
import { cloneAndCommit, git } from './plain-git.ts'

export const password = 'correct horse battery'

/** Hashes as the test's Git host compares them. */
export const passwords = createPasswordHasher(testPasswordCost)

export interface Person {
  id: string
  emailAddress: string
}
export interface Hosted {
  workspaceId: string
  stackId: string
  repositoryId: string
  name: string
  gitDir: string
}

interface WorldDatabase {
  readonly database: Database
  readonly ownerUrl: string
}

interface WorldOptions {
  readonly deadlines?: Partial<RequestDeadlines>
  /** SLUICE_ variables. */
  readonly variables?: Record<string, string>
}

/** The running host: a real Fastify app, a real database, real folders. Read it inside tests only. */
export function gitWorld(testDatabase: WorldDatabase, { deadlines, variables }: WorldOptions = {}) {
  let app: FastifyInstance | undefined
  let folder = ''
  let ahead = 0
  const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
  const { config } = readConfig(variables ?? {})
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-git-host-'))
    app = Fastify({ http: headDeadline(requestDeadlines) })
    limitRequestTime(app, { ...requestDeadlines, ...deadlines })
    const folders = foldersOf(folder)
    await registerGitHost(app, {
      config,
      clock,
      folders,
      passwords,
      log: silentLog,
      database: testDatabase.database,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app?.close()
    await rm(folder, { recursive: true, force: true })
  })
  const origin = () => app?.listeningOrigin ?? ''
  return {
    folder: () => folder,
    origin,
    /** Moves the host's clock; returns the function that moves it back. */
    later: (milliseconds: number) => {
      ahead = milliseconds
      return () => (ahead = 0)
    },
    /** The address with a credential in it, as a person would type it. */
    address: (name: string, username: string, secret: string) => {
      const credential = `${encodeURIComponent(username)}:${encodeURIComponent(secret)}@`
      return `${origin().replace('://', `://${credential}`)}/git/${name}.git`
    },
    access: () => builtInGitHost({ config, folders: foldersOf(folder) }),
    ...arrangements(testDatabase, () => foldersOf(folder).repositories),
  }
}

function arrangements(testDatabase: WorldDatabase, repositories: () => string) {
  const asSystem = <T>(body: (tx: Transaction) => Promise<T>) => testDatabase.database.asSystem(body)
  return {
    asSystem,
    /** As the superuser: what no part of the product does. */
    async query(statement: string, values: readonly unknown[]): Promise<unknown[]> {
      const client = new Client(testDatabase.ownerUrl)
      await client.connect()
      const { rows } = await client.query<Record<string, unknown>>(statement, [...values])
      await client.end()
      return rows
    },
    async person(): Promise<Person> {
      const id = newId()
      const user = { id, emailAddress: `p-${id}@example.com`, firstName: 'Ada', lastName: 'Example' }
      const hash = await passwords.hash(password)
      await asSystem((tx) => insertUser(tx, user, hash))
      return user
    },
    join: (person: Person, hosted: Hosted, accessLevel: AccessLevel) =>
      asSystem((tx) =>
        tx
          .insert(member)
          .values({ id: newId(), userId: person.id, workspaceId: hosted.workspaceId, accessLevel }),
      ),
    /** In a workspace of its own, or in that of another repository. */
    async repository({
      isHosted = true,
      beside,
    }: { isHosted?: boolean; beside?: Hosted } = {}): Promise<Hosted> {
      const workspaceId = beside?.workspaceId ?? newId()
      const [stackId, repositoryId] = [newId(), newId()]
      const name = `stack-${repositoryId.slice(-6)}`
      const hosted = {
        workspaceId,
        stackId,
        repositoryId,
        name,
        gitDir: join(repositories(), `${repositoryId}.git`),
      }
      await createBareRepository({ gitDir: hosted.gitDir, defaultBranch: 'main' })
      if (beside === undefined) await asSystem((tx) => insertWorkspace(tx, workspaceId))
      await asSystem((tx) => insertStack(tx, hosted))
      if (isHosted) await asSystem((tx) => insertRepository(tx, hosted))
      return hosted
    },
    environment: (hosted: Hosted, branch: string, creator: Person | null) =>
      asSystem((tx) => {
        const { workspaceId, stackId } = hosted
        const names = { slug: branch, name: branch, gitBranchName: branch, isProduction: false }
        return tx
          .insert(environment)
          .values({ id: newId(), workspaceId, stackId, ...names, createdByUserId: creator?.id ?? null })
      }),
    /** An Active collaborator of the stack; returns the token. */
    async collaborator({ workspaceId, stackId, repositoryId }: Hosted, isReadOnly: boolean): Promise<string> {
      const collaboratorId = newId()
      const username = `guest-${collaboratorId.slice(-6)}`
      const row = {
        id: collaboratorId,
        workspaceId,
        stackId,
        username,
        isReadOnly,
        status: 'Active' as const,
      }
      const holder = { workspaceId, repositoryId, collaboratorId, username: 'guest' }
      return await asSystem(async (tx) => {
        await tx.insert(repositoryCollaborator).values(row)
        return await issueCredential(tx, holder)
      })
    },
    async job({ workspaceId, stackId }: Hosted): Promise<string> {
      const id = newId()
      const command = { commandName: 'FlowIn' as const, commandInput: {}, status: 'Running' as const }
      await asSystem((tx) => tx.insert(job).values({ id, workspaceId, stackId, ...command }))
      return id
    },
  }
}

async function insertWorkspace(tx: Transaction, id: string): Promise<void> {
  const owner = { companyName: 'Example', firstName: 'Ada', lastName: 'Example' }
  await tx.insert(workspace).values({ id, slug: id, name: id, ...owner })
}

async function insertStack(tx: Transaction, { workspaceId, stackId, name }: Hosted): Promise<void> {
  await tx.insert(stack).values({
    id: stackId,
    workspaceId,
    slug: name,
    name,
    gitRepositoryIsManaged: true,
    gitRepositoryUrl: '',
    metadataDirectoryRelativePath: '/src',
    sfdcBaseSignInUrl: '',
    sfdcApiVersionMode: 'Latest',
  })
}

async function insertRepository(tx: Transaction, hosted: Hosted): Promise<void> {
  const { workspaceId, stackId, repositoryId, name } = hosted
  const row = { id: repositoryId, workspaceId, stackId, name, folder: `${repositoryId}.git` }
  await tx.insert(managedRepository).values(row)
}

/** A repository with one pushed commit on main, and a Contributor who pushed it. */
export async function pushedRepository(world: ReturnType<typeof gitWorld>) {
  const hosted = await world.repository()
  const ada = await world.person()
  await world.join(ada, hosted, 'Contributor')
  const address = world.address(hosted.name, ada.emailAddress, password)
  const clone = await cloneAndCommit(world.folder(), address)
  await git(clone, 'push', '--quiet', 'origin', 'main')
  return { hosted, ada, address, clone, head: () => resolveCommit(hosted, 'refs/heads/main') }
}
