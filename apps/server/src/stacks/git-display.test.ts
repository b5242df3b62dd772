import { describe, expect, test } from 'vitest'
import { viewStacks } from '../environments/environment-views.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { repositoryWorld } from '../repository/testing/repository-world.ts'
import { gitDisplayOf } from './git-display.ts'
import { findStack, updateStack } from './stack-store.ts'

const world = repositoryWorld()

test('[S-136] the links of a managed repository lead to the pages of its stack', async () => {
  const { owner, params } = await world.newStack()
  const { workspaceId, stackId } = params
  await owner.client.workspaces.update({ params: { workspaceId }, body: { slug: `w-${workspaceId}` } })
  const { database } = world.app.current.ctx
  const [shown] = await database.asSystem(async (tx) => viewStacks(tx, workspaceId))
  const base = `https://sluice.example/workspaces/w-${workspaceId}/stacks/${shown?.slug}/repository`
  expect(shown?.gitDisplayInfo).toEqual({
    providerDisplayName: 'Managed repository',
    repositoryDisplayUrl: base,
    commitDetailsDisplayUrlTemplate: `${base}/commit/{hash}`,
    commitCompareDisplayUrlTemplate: `${base}/compare/{from}/{to}`,
  })
  const row = await database.asSystem(async (tx) => findStack(tx, workspaceId, stackId))
  const display = row && gitDisplayOf(row, 'acme')
  expect(display?.branchUrl?.('env/a b')).toContain('/repository/tree/env%2Fa%20b')
})

const providers = [
  {
    url: 'https://github.com/acme/sales.git',
    info: {
      providerDisplayName: 'GitHub',
      repositoryDisplayUrl: 'https://github.com/acme/sales',
      commitDetailsDisplayUrlTemplate: 'https://github.com/acme/sales/commit/{hash}',
      commitCompareDisplayUrlTemplate: 'https://github.com/acme/sales/compare/{from}...{to}',
    },
    branch: 'https://github.com/acme/sales/tree/env%2Fa%20b',
    editor: 'https://github.dev/acme/sales/tree/env%2Fa%20b',
  },
  {
    url: 'https://gitlab.acme.example/crm/team/sales.git',
    info: {
      providerDisplayName: 'GitLab',
      repositoryDisplayUrl: 'https://gitlab.acme.example/crm/team/sales',
      commitDetailsDisplayUrlTemplate: 'https://gitlab.acme.example/crm/team/sales/-/commit/{hash}',
      commitCompareDisplayUrlTemplate: 'https://gitlab.acme.example/crm/team/sales/-/compare/{from}...{to}',
    },
    branch: 'https://gitlab.acme.example/crm/team/sales/-/tree/env%2Fa%20b',
    editor: 'https://gitlab.acme.example/-/ide/project/crm/team/sales/edit/env%2Fa%20b/-/',
  },
  {
    url: 'https://bitbucket.org/acme/sales.git',
    info: {
      providerDisplayName: 'Bitbucket',
      repositoryDisplayUrl: 'https://bitbucket.org/acme/sales',
      commitDetailsDisplayUrlTemplate: 'https://bitbucket.org/acme/sales/commits/{hash}',
      commitCompareDisplayUrlTemplate: 'https://bitbucket.org/acme/sales/branches/compare/{to}..{from}',
    },
    branch: 'https://bitbucket.org/acme/sales/src/env%2Fa%20b',
    editor: undefined,
  },
  {
    url: 'https://dev.azure.com/acme/crm/_git/sales',
    info: {
      providerDisplayName: 'Azure Repos',
      repositoryDisplayUrl: 'https://dev.azure.com/acme/crm/_git/sales',
      commitDetailsDisplayUrlTemplate: 'https://dev.azure.com/acme/crm/_git/sales/commit/{hash}',
      commitCompareDisplayUrlTemplate:
        'https://dev.azure.com/acme/crm/_git/sales/branchCompare?baseVersion=GC{from}&targetVersion=GC{to}',
    },
    branch: 'https://dev.azure.com/acme/crm/_git/sales?version=GBenv%2Fa%20b',
    editor: 'https://vscode.dev/azurerepos/acme/crm/sales?version=GBenv%2Fa%20b',
  },
]

const shownAt = async (gitRepositoryUrl: string) => {
  const { database } = world.app.current.ctx
  const { params } = await world.newStack(false)
  const { workspaceId, stackId } = params
  return database.asSystem(async (tx) => {
    await updateStack(tx, stackId, { gitRepositoryUrl })
    const named = { slug: 'qa', name: 'QA', gitBranchName: 'env/a b', isProduction: false }
    await tx.insert(environment).values({ id: newId(), workspaceId, stackId, ...named })
    const [shown] = await viewStacks(tx, workspaceId)
    return shown
  })
}

describe('a repository elsewhere', () => {
  test.each(providers)(
    '[S-136] at $info.providerDisplayName has links to its pages, and the editor that there is',
    async ({ url, info, branch, editor = null }) => {
      const shown = await shownAt(url)
      expect(shown?.gitDisplayInfo).toEqual(info)
      expect(shown?.environments).toMatchObject([{ gitBranchDisplayUrl: branch, gitBranchEditorUrl: editor }])
    },
  )

  test('at Azure Repos leaves out a project of the same name', async () => {
    const shown = await shownAt('https://dev.azure.com/acme/_git/sales')
    expect(shown?.environments[0]?.gitBranchEditorUrl).toMatch(/azurerepos\/acme\/sales\/sales\?version=/)
  })

  test.each([
    'https://git.example.com/acme/sales.git',
    'https://github.com.example.org/acme/sales.git',
    'https://notgithub.com/acme/sales.git',
    'https://8.8.8.8/sales.git',
  ])('at %s has none', async (url) => {
    const shown = await shownAt(url)
    expect([shown?.gitDisplayInfo, shown?.environments[0]?.gitBranchDisplayUrl]).toEqual([null, null])
  })
})
