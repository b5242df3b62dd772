// @ts-check
// Who may import whom (ARCHITECTURE.md, section "Who may import whom").
// Read top to bottom; each rule says why in one sentence.
/** The nouns in the order in which they may know each other: a noun may import those before it. */
const concepts = [
  'audit-log',
  'users',
  'members',
  'invitations',
  'workspaces',
  'notifications',
  'sandboxes',
  'stacks',
  'environments',
  'differences',
  'jobs',
  'inquiries',
  'conflicts',
  'apex-test-runs',
  'schedules',
]
const server = '^apps/server/src'
const consoleSource = '^apps/console/src'
const tests = '([.]test[.]tsx?$|[.]e2e[.]ts$|/testing/|/test/)'
const engine = '^packages/(git|http|salesforce|metadata)/'

/** @type {(name: string, comment: string, from: object, to: object) => import('dependency-cruiser').IForbiddenRuleType} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const orderOfNouns = concepts
  .slice(0, -1)
  .map((concept, i) =>
    forbid(
      `${concept}-know-no-later-noun`,
      'Nouns import only the nouns before them; an operation may import any noun.',
      { path: `${server}/${concept}/`, pathNot: tests },
      { path: `${server}/(${concepts.slice(i + 1).join('|')})/` },
    ),
  )

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle is one module pretending to be several.', {}, { circular: true }),
    forbid(
      'no-unresolvable',
      'The import does not resolve, so no rule could judge it.',
      {},
      { couldNotResolve: true },
    ),
    forbid(
      'no-undeclared',
      'Import only what the package.json of the folder declares.',
      { path: '^(apps|packages)/', pathNot: tests },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'packages-are-leaves',
      'A package imports no other package of ours and no app. The Salesforce client is the exception, see below.',
      { path: '^packages/([^/]+)/', pathNot: ['^packages/salesforce/', tests] },
      { path: '^(packages|apps)/', pathNot: '^packages/$1/' },
    ),
    forbid(
      'salesforce-calls-through-http',
      'The Salesforce client imports the HTTP client and nothing else of ours: sending is what it is built on, its signatures ' +
        'have the types of the HTTP client, and a client handed in by each caller would be the same one everywhere.',
      { path: '^packages/salesforce/', pathNot: tests },
      { path: '^(packages|apps)/', pathNot: '^packages/(salesforce|http)/' },
    ),
    forbid(
      'apps-are-strangers',
      'Apps meet over the network, never by import.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'console-knows-only-the-contract',
      'The browser gets the contract and nothing else of ours.',
      { path: '^apps/console/' },
      { path: '^packages/', pathNot: '^packages/contract/' },
    ),
    forbid(
      'practice-org-is-salesforce',
      'The practice org stands in for Salesforce over HTTP only; sharing code with it would share mistakes.',
      { path: '^(apps|packages)/', pathNot: ['^packages/practice-org/', tests] },
      { path: '^packages/practice-org/' },
    ),
    forbid(
      'merge-command-knows-only-engines',
      'The merge command works outside the product.',
      { path: '^apps/merge/' },
      { path: '^packages/', pathNot: '^packages/(metadata|git)/' },
    ),
    forbid(
      'metadata-is-pure',
      'The metadata engine has no effects: no Node module, no process, no file.',
      { path: '^packages/metadata/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'contract-is-portable',
      'The contract runs in the browser and in the server.',
      { path: '^packages/contract/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'operations-only-from-handlers',
      'An operation is called by the API table and by nobody else; share through a noun.',
      { path: server, pathNot: [`${server}/api/handlers[.]ts$`, tests] },
      { path: `${server}/operations/[^/]+/`, pathNot: '[.]test[.]ts$' },
    ),
    forbid(
      'commands-only-from-worker',
      'Job commands, their steps and the looks at orgs run in the worker.',
      {
        path: server,
        pathNot: [`${server}/(worker|commands|steps|looks|start)/`, `${server}/main[.]ts$`, tests],
      },
      { path: `${server}/(commands|steps|looks)/` },
    ),
    forbid(
      'commands-do-not-call-each-other',
      'Commands share steps.',
      { path: `${server}/commands/([^/]+)/`, pathNot: tests },
      { path: `${server}/commands/([^/]+)/`, pathNot: `${server}/commands/$1/` },
    ),
    forbid(
      'steps-know-no-command',
      'Commands and looks are made of steps, never the other way round; a look is no command.',
      { path: `${server}/(steps|looks)/`, pathNot: tests },
      { path: `${server}/commands/` },
    ),
    forbid(
      'entrances-are-strangers',
      'API, hub and worker meet only in the database.',
      { path: `${server}/(api|hub|worker)/`, pathNot: tests },
      { path: `${server}/(api|hub|worker)/`, pathNot: `${server}/$1/` },
    ),
    forbid(
      'nouns-know-no-entrance',
      'A concept does not know who calls it, and its operations do not either.',
      { path: `${server}/(${concepts.join('|')}|repository|operations)/`, pathNot: tests },
      { path: `${server}/(api|hub|worker|commands|steps|looks|git-host)/` },
    ),
    forbid(
      'nouns-know-no-operation',
      'An operation calls nouns, never the other way round.',
      { path: server, pathNot: [`${server}/(api|operations)/`, tests] },
      { path: `${server}/operations/` },
    ),
    forbid(
      'context-imports-only-platform',
      'Every room imports context.ts, so it declares what it hands out itself.',
      { path: `${server}/context[.]ts$` },
      { path: server, pathNot: `${server}/platform/` },
    ),
    forbid(
      'platform-is-the-floor',
      'Platform code knows no concept.',
      { path: `${server}/platform/`, pathNot: tests },
      { path: server, pathNot: `${server}/platform/` },
    ),
    forbid(
      'mail-texts-are-made-of-values',
      'The text of a mail is made of the values that it is given; whoever sends the mail reads them.',
      { path: `${server}/mail-texts/`, pathNot: tests },
      { path: server, pathNot: `${server}/(mail-texts|platform)/` },
    ),
    forbid(
      'engines-only-in-verbs',
      'Operations and commands drive Git, Salesforce and metadata; nouns and platform never do.',
      {
        path: `${server}/(platform|durable|api|hub|worker|${concepts.join('|')})/`,
        pathNot: tests,
      },
      { path: engine },
    ),
    forbid(
      'dbos-behind-one-door',
      'Only durable/ knows the workflow engine.',
      { path: server, pathNot: [`${server}/durable/`, `${server}/platform/database/migrat`, tests] },
      { path: 'node_modules/@dbos-inc/' },
    ),
    forbid(
      'processes-start-in-three-places',
      'Only the process folder of the git package, the database supervisor and the start script start processes.',
      {
        path: '^(apps|packages)/',
        pathNot: ['^packages/git/(src/process|bin)/', `${server}/platform/database/`, tests],
      },
      { path: '^(node:)?child_process$' },
    ),
    forbid(
      'threads-start-behind-one-door',
      'Only platform/threads knows how a thread starts, ends and speaks.',
      { path: server, pathNot: [`${server}/platform/threads/`, tests] },
      { path: '^(node:)?worker_threads$' },
    ),
    forbid(
      'addresses-behind-one-door',
      'Only platform/outgoing looks hosts up and decides which IP addresses may be called.',
      { path: '^(apps|packages)/', pathNot: [`${server}/platform/outgoing/`, tests] },
      { path: '(^(node:)?dns(/promises)?$|node_modules/ipaddr[.]js/)' },
    ),
    forbid(
      'console-platform-knows-no-feature',
      'platform/ knows no concept of the product.',
      { path: `${consoleSource}/platform/`, pathNot: tests },
      { path: `${consoleSource}/(features|app|entities)` },
    ),
    forbid(
      'features-know-no-app',
      'The app composes features, never the other way round.',
      { path: `${consoleSource}/features/`, pathNot: tests },
      { path: `${consoleSource}/app/` },
    ),
    forbid(
      'source-not-to-tests',
      'Source never imports tests.',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: tests },
    ),
    ...orderOfNouns,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/|^packages/practice-org/seed/|[.]gen[.]ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
