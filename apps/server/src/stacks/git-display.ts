import type { Stack } from '@sluice/contract/stack'

type Display = NonNullable<Stack['gitDisplayInfo']> & {
  branchUrl: ((branch: string) => string) | null
  editorUrl: ((branch: string) => string) | null
}

interface Provider {
  name: string
  matches: (url: URL) => boolean
  commit: string
  compare: string
  branch: (branch: string) => string
  editor: ((url: URL, path: string, branch: string) => string) | null
}

const providers: readonly Provider[] = [
  {
    name: 'GitHub',
    matches: (url) => url.hostname === 'github.com',
    commit: '/commit/{hash}',
    compare: '/compare/{from}...{to}',
    branch: (branch) => `/tree/${branch}`,
    editor: (_, path, branch) => `https://github.dev${path}/tree/${branch}`,
  },
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
    editor: (_, path, branch) => `https://vscode.dev/azurerepos${path}?version=GB${branch}`,
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

/** Links into a repository's own pages, or null for an unknown host. */
export function gitDisplayOf(repositoryUrl: string): Display | null {
  if (!URL.canParse(repositoryUrl)) return null
  const url = new URL(repositoryUrl)
  const provider = providers.find((p) => p.matches(url))
  if (!provider) return null
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
