import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPracticeOrg } from '@sluice/practice-org/practice-org'
import Fastify from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { Context } from '../../context.ts'
import { builtInGitHost } from '../../git-host/built-in-git-host.ts'
import { registerGitHost } from '../../git-host/git-host.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createStack } from '../../stacks/new-stack.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { insertUser } from '../../users/user-store.ts'
import type { JobCommands } from '../../worker/job-runner.ts'
import { type Worker, startWorker } from '../../worker/worker.ts'
import { createWorkspace } from '../../workspaces/new-workspace.ts'
import { commands } from '../commands.ts'
import { type OrgKind, type TestOrg, openTestOrg } from './test-org.ts'

export const password = 'correct horse battery'

/** A stack that is connected to an org of its own and to a repository of the built-in host. */
export interface FlowStack {
  readonly workspaceId: string
  readonly stackId: string
  readonly userId: string
  readonly emailAddress: string
  /** Address of the repository with the user's credential in it. */
  readonly repositoryUrl: string
  readonly org: TestOrg
}

export interface FlowWorld {
  readonly ctx: Context
  readonly practiceOrigin: string
  readonly folder: string
  connect(orgKind?: OrgKind): Promise<FlowStack>
  /** Connects a stack whose repository the initialization creates at the GitHub of `alsoGitHub`. */
  connectAtGitHub(): Promise<FlowStack>
  /** Another stack, in a workspace of its own, of an org that has one already. */
  connectTo(org: TestOrg): Promise<FlowStack>
  /** `between` runs when the worker has stopped and the next one has not begun. */
  restart(next?: JobCommands, between?: () => Promise<void>): Promise<void>
  /** Ends the built-in Git host, as the end of the API process does; gives what starts it again. */
  stopGitHost(): Promise<() => Promise<void>>
}

interface WorldOptions {
  readonly withWorker?: boolean
  /** The system's own when absent. */
  readonly clock?: Clock
  /** SLUICE_ variables of the test. */
  readonly settings?: Readonly<Record<string, string>>
  /** The SLUICE_ variables of a GitHub that hosts the repositories of some stacks; the other stacks use the built-in host. */
  readonly alsoGitHub?: Readonly<Record<string, string>>
}

/** Practice org, Git host, database and worker, all real and in this process. Read it inside tests only. */
export function flowWorld(options: WorldOptions = {}): FlowWorld {
  let world: Awaited<ReturnType<typeof openFlowWorld>> | undefined
  const made = () => {
    if (!world) throw new Error('The world exists only while the tests run.')
    return world
  }
  beforeAll(async () => {
    world = await openFlowWorld(options)
  })
  afterAll(() => world?.close())
  return {
    get ctx() {
      return made().ctx
    },
    get practiceOrigin() {
      return made().practiceOrigin
    },
    get folder() {
      return made().folder
    },
    connect: (orgKind) => made().connect(orgKind),
    connectAtGitHub: () => made().connectAtGitHub(),
    connectTo: (org) => made().connectTo(org),
    restart: (next, between) => made().restart(next, between),
    stopGitHost: () => made().stopGitHost(),
  }
}

export async function openFlowWorld(options: WorldOptions = {}) {
  const { withWorker = true, clock, settings, alsoGitHub } = options
  const folder = await mkdtemp(join(tmpdir(), 'sluice-flow-'))
  const practice = await createPracticeOrg({
    dataDir: join(folder, 'org'),
    port: 0,
    seed: 'empty',
    pollIntervalSeconds: 0,
  })
  // The address of the host is part of the configuration, so its port is chosen before it listens.
  const port = await freePort()
  const test = await createTestContext({
    settings: {
      ...settings,
      ...alsoGitHub,
      SLUICE_PRACTICE_ORG_URL: practice.origin,
      SLUICE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
    gitHost: (ctx) => builtInGitHost(ctx),
    ...(clock !== undefined && { clock }),
  })
  const startGitHost = async () => {
    const host = Fastify({ forceCloseConnections: true })
    await registerGitHost(host, test.ctx)
    await host.listen({ port, host: '127.0.0.1' })
    return host
  }
  let app = await startGitHost()
  let worker: Worker | null = withWorker ? await startWorker(test.ctx, commands) : null
  // A new stack is kept at GitHub wherever the server has one.
  const usual = alsoGitHub === undefined ? test.ctx : { ...test.ctx, gitHub: null }
  return {
    ctx: test.ctx,
    ownerUrl: test.ownerUrl,
    practiceOrigin: practice.origin,
    folder,
    connect: async (orgKind: OrgKind = {}) =>
      connect(usual, practice.origin, await openTestOrg(practice.origin, orgKind)),
    connectAtGitHub: async () => connect(test.ctx, practice.origin, await openTestOrg(practice.origin, {})),
    connectTo: (org: TestOrg) => connect(usual, practice.origin, org),
    /** Lets go of every job, as a crash does, and goes on with other commands. */
    restart: async (next: JobCommands = commands, between?: () => Promise<void>) => {
      await worker?.stop()
      await between?.()
      worker = await startWorker(test.ctx, next)
    },
    stopGitHost: async () => {
      await app.close()
      return async () => {
        app = await startGitHost()
      }
    },
    close: async () => {
      await worker?.stop()
      await app.close()
      await practice.close()
      await test.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function connect(ctx: Context, practiceOrigin: string, org: TestOrg): Promise<FlowStack> {
  const session = await org.session()
  const userId = newId()
  const user = { id: userId, emailAddress: `p-${userId}@example.com`, firstName: 'Ada', lastName: 'Example' }
  const hash = await ctx.passwords.hash(password)
  const made = await ctx.database.asSystem(async (tx) => {
    await insertUser(tx, user, hash)
    const names = {
      name: userId,
      companyName: 'Example',
      firstName: 'Ada',
      lastName: 'Example',
      phoneNumber: null,
    }
    const workspace = await createWorkspace(ctx, tx, { ...names, creatorUserId: userId })
    if (workspace === null) throw new Error('The name of the workspace was taken.')
    const stack = await createStack(ctx, tx, {
      workspace,
      creatorUserId: userId,
      name: 'Main stack',
      customRepository: null,
      metadataDirectoryRelativePath: '/src',
      ensureMetadataIsPortable: false,
      sfdcApiVersionMode: 'Baseline',
      salesforce: {
        signInUrl: practiceOrigin,
        username: session.username,
        token: session,
        password: null,
        app: null,
      },
    })
    return { workspaceId: workspace.id, stackId: stack.id, url: stack.gitRepositoryUrl }
  })
  const credential = `${encodeURIComponent(user.emailAddress)}:${encodeURIComponent(password)}@`
  return {
    workspaceId: made.workspaceId,
    stackId: made.stackId,
    userId,
    emailAddress: user.emailAddress,
    repositoryUrl: made.url.replace('://', `://${credential}`),
    org,
  }
}
