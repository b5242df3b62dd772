import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { type SignedIn, testApp } from '../../api/testing/test-app.ts'
import { git } from '../../git-host/testing/plain-git.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import { newId } from '../../platform/ids.ts'

/** A stack whose repository the built-in host keeps, and who may look at it. */
export interface Hosted {
  readonly owner: SignedIn
  readonly params: { readonly workspaceId: string; readonly stackId: string }
  readonly gitDir: string
  /** A clone with a work tree. */
  readonly clone: string
}

const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }

/** For a test file: an app, and stacks with empty repositories. Read it inside tests only. */
export function repositoryWorld() {
  const app = testApp()
  let shared: Hosted | undefined
  const newStack = async (isManaged = true): Promise<Hosted> => {
    const { ctx } = app.current
    const owner = await app.current.signIn()
    const { id: workspaceId } = await owner.client.workspaces.create({ body: { name: newId(), ...contact } })
    const stackId = newId()
    const slug = `s-${stackId.slice(-12)}`
    const made = await ctx.database.asSystem(async (tx) => {
      await tx.insert(stack).values({
        id: stackId,
        workspaceId,
        slug,
        name: slug,
        gitRepositoryIsManaged: isManaged,
        gitRepositoryUrl: `https://sluice.example/git/${slug}.git`,
        metadataDirectoryRelativePath: '/src',
        sfdcBaseSignInUrl: '',
        sfdcApiVersionMode: 'Latest',
      })
      const names = { workspaceId, stackId, wantedName: `acme-${slug}` }
      return isManaged ? await ctx.gitHost.createRepository(tx, names) : null
    })
    const gitDir = join(ctx.folders.repositories, `${made?.id ?? newId()}.git`)
    const clone = join(ctx.folders.root, `clone-${stackId}`)
    if (isManaged) await git(ctx.folders.root, 'clone', '--quiet', gitDir, clone)
    return { owner, params: { workspaceId, stackId }, gitDir, clone }
  }
  return {
    app,
    newStack,
    /** Fills a repository before the tests of a file, which only read it. */
    sharedStack(fill: (hosted: Hosted) => Promise<void>) {
      beforeAll(async () => {
        shared = await newStack()
        await fill(shared)
      })
      return {
        get current(): Hosted {
          if (shared === undefined) throw new Error('The repository exists only while the tests run.')
          return shared
        },
      }
    },
  }
}
