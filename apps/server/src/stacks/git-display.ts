import type { Stack } from '@sluice/contract/stack'
import type { StackRow } from './stack-store.ts'

type Display = NonNullable<Stack['gitDisplayInfo']> & {
  branchUrl: ((branch: string) => string) | null
  editorUrl: ((branch: string) => string | null) | null
}

interface Provider {
  name: string
  matches: (url: URL) => boolean
  commit: string
  compare: string
  branch: (branch: string) => string
  /** Null too for a path that is none of a repository there. */
  editor: ((url: URL, path: string, branch: string) => string | null) | null
}

const gitHub: Provider = {
  name: 'GitHub',
  matches: (url) => url.hostname === 'github.com',
  commit: '/commit/{hash}',
  compare: '/compare/{from}...{to}',
  branch: (branch) => `/tree/${branch}`,
  // GitHub Enterprise has no such editor.
  editor: (url, path, branch) =>
    url.hostname === 'github.com' ? `https://github.dev${path}/tree/${branch}` : null,
}

const providers: readonly Provider[] = [
  gitHub,
  {
    name: 'Bitbucket',
    matches: (url) => url.hostname === 'bitbucket.org',
    commit: '/commits/{hash}',
    compare: '/branches/compare/{to}..{from}',
    branch: (branch) => `/src/${branch}`,
    editor: null,
  },
  {
    name: 'Azure Repos',
    matches: (url) => url.hostname === 'dev.azure.com',
    commit: '/commit/{hash}',
    compare: '/branchCompare?baseVersion=GC{from}&targetVersion=GC{to}',
    branch: (branch) => `?version=GB${branch}`,
    editor: azureEditor,
  },
  {
    name: 'GitLab',
    matches: (url) => /(^|\.)gitlab\./.test(url.hostname),
    commit: '/-/commit/{hash}',
    compare: '/-/compare/{from}...{to}',
    branch: (branch) => `/-/tree/${branch}`,
    editor: (url, path, branch) => `${url.origin}/-/ide/project${path}/edit/${branch}/-/`,
  },
]

/** The address names organization, project and repository; that of a repository leaves out a project of the same name. */
function azureEditor(_: URL, path: string, branch: string): string | null {
  const [, organization, project, repository] = /^\/([^/]+)(?:\/([^/]+))?\/_git\/([^/]+)$/.exec(path) ?? []
  if (repository === undefined) return null
  const names = [organization, project ?? repository, repository].join('/')
  return `https://vscode.dev/azurerepos/${names}?version=GB${branch}`
}

/** Links to the pages of a stack's repository, or null for an unknown host. */
export function gitDisplayOf(stack: StackRow, workspaceSlug: string): Display | null {
  const { gitRepositoryUrl } = stack
  if (!URL.canParse(gitRepositoryUrl)) return null
  const url = new URL(gitRepositoryUrl)
  if (stack.gitRepositoryIsOnGitHub) return displayAt(gitHub, url)
  return stack.gitRepositoryIsManaged ? builtInDisplay(url, stack, workspaceSlug) : providerDisplay(url)
}

/** The built-in host shows a repository on the console's pages of its stack, at the origin of the clone address. */
function builtInDisplay({ origin }: URL, stack: StackRow, workspaceSlug: string): Display {
  const base = `${origin}/workspaces/${workspaceSlug}/stacks/${stack.slug}/repository`
  return {
    providerDisplayName: 'Managed repository',
    repositoryDisplayUrl: base,
    commitDetailsDisplayUrlTemplate: `${base}/commit/{hash}`,
    commitCompareDisplayUrlTemplate: `${base}/compare/{from}/{to}`,
    branchUrl: (branch) => `${base}/tree/${encodeURIComponent(branch)}`,
    editorUrl: null,
  }
}

function providerDisplay(url: URL): Display | null {
  const provider = providers.find((p) => p.matches(url))
  return provider ? displayAt(provider, url) : null
}

function displayAt(provider: Provider, url: URL): Display {
  const path = url.pathname.replace(/\.git$/, '').replace(/\/$/, '')
  const base = `${url.origin}${path}`
  const { editor } = provider
  return {
    providerDisplayName: provider.name,
    repositoryDisplayUrl: base,
    commitDetailsDisplayUrlTemplate: base + provider.commit,
    commitCompareDisplayUrlTemplate: base + provider.compare,
    branchUrl: (branch) => base + provider.branch(encodeURIComponent(branch)),
    editorUrl: editor && ((branch) => editor(url, path, encodeURIComponent(branch))),
  }
}
