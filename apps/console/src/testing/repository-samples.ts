import type { Answers } from './answers.ts'

const moment = '2026-01-31T12:00:00.000Z'
export const hashes = { newest: 'a'.repeat(40), oldest: 'b'.repeat(40), branch: 'c'.repeat(40) }

const author = { authorName: 'Jonas Becker', authoredUtc: moment }
const erpSync = { componentType: 'ApexClass', componentName: 'ErpSyncBatch' }
const admin = { componentType: 'Profile', componentName: 'Admin' }
export const classPath = 'src/unpackaged/classes/ErpSyncBatch.cls'
export const profilePath = 'src/unpackaged/profiles/Admin.profile'

const changedFiles = [
  { path: classPath, changeType: 'Modified' as const, component: erpSync },
  { path: profilePath, changeType: 'Modified' as const, component: admin },
  { path: 'docs/notes.md', changeType: 'Added' as const, component: null },
]

const newest = { hash: hashes.newest, subject: 'Let the batch retry', ...author }
const oldest = { hash: hashes.oldest, subject: 'Initialize the branch', ...author }

export const sampleProfile = `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
    <fieldPermissions>
        <editable>true</editable>
        <field>Account.Rating</field>
        <readable>true</readable>
    </fieldPermissions>
    <fieldPermissions>
        <editable>true</editable>
        <field>Account.Site</field>
        <readable>true</readable>
    </fieldPermissions>
</Profile>
`

const difference = {
  kind: 'text' as const,
  isCut: false,
  sentences: null,
  sentenceCount: 0,
  hunks: [
    {
      oldStart: 1,
      newStart: 1,
      lines: [' class ErpSyncBatch {', '-  Integer tries = 1;', '+  Integer tries = 3;', ' }'],
    },
  ],
}

const profileDifference = {
  ...difference,
  sentences: [
    'fieldPermissions Account.Rating: editable false → true',
    'fieldPermissions Account.Site added',
  ],
  sentenceCount: 2,
}

/** What the pages of a repository with two branches are answered. */
export const repositoryAnswers = {
  listBranches: {
    branches: [
      { name: 'main', ...newest },
      { name: 'env/qa', ...oldest, hash: hashes.branch, subject: 'Try a longer timeout' },
    ],
    defaultBranch: 'main',
    isComplete: true,
  },
  listCommits: {
    hash: hashes.newest,
    nextSkip: null,
    commits: [
      { ...newest, isMerge: false, changes: { files: changedFiles, total: 3 } },
      { ...oldest, isMerge: true, changes: null },
    ],
  },
  getCommit: {
    commit: {
      ...newest,
      message: 'Let the batch retry\n\nThe ERP is away at night.',
      authorEmail: 'jonas@northbeam.example',
      committerName: 'Sluice',
      committedUtc: moment,
      parents: [hashes.oldest],
    },
    changes: { files: changedFiles, total: 3 },
  },
  compare: {
    from: hashes.newest,
    to: hashes.branch,
    onlyInFrom: 1,
    onlyInTo: 2,
    changes: { files: changedFiles, total: 3 },
  },
  getDifference: ({ query }: { query: { path: string } }) =>
    query.path === profilePath ? profileDifference : difference,
  listFolder: {
    hash: hashes.newest,
    total: 4,
    nextSkip: null,
    entries: [
      { name: 'src', kind: 'folder' as const },
      { name: 'README.md', kind: 'file' as const },
      { name: 'latest', kind: 'link' as const },
      { name: 'vendor', kind: 'submodule' as const },
    ],
  },
  getFile: {
    hash: hashes.newest,
    kind: 'text' as const,
    sizeBytes: sampleProfile.length,
    text: sampleProfile,
    isUtf8: true,
    component: admin,
  },
  getBlame: {
    commits: [newest, { ...oldest, authorName: 'Mara Lindqvist' }],
    lines: [
      { firstLine: 1, lineCount: 3, commit: 1 },
      { firstLine: 4, lineCount: 1, commit: 0 },
      { firstLine: 5, lineCount: 9, commit: 1 },
    ],
    elements: [
      { title: 'fieldPermissions Account.Rating', firstLine: 3, lastLine: 7, commit: 0 },
      { title: 'fieldPermissions Account.Site', firstLine: 8, lastLine: 12, commit: 1 },
    ],
  },
} satisfies NonNullable<Answers['repository']>
