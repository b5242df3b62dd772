import { check, exits } from './setting.mjs'

const create = '--target-org prod --no-prompt --wait 5 --poll-interval 15'

export const sandboxLines = [
  {
    line: 26,
    name: 'org create sandbox, waiting and asynchronous',
    async run(s) {
      exits(
        await s.sf(`org create sandbox --name dev1 --alias sbx --license-type Developer ${create}`),
        0,
        'create',
      )
      check(
        exits(await s.sf('org display -o sbx'), 0, 'the alias works').username.endsWith('.dev1'),
        'user name',
      )
      const started = await s.sf(
        'org create sandbox --name dev2 --alias sbx2 --license-type Developer --target-org prod --no-prompt --async',
      )
      check(started.code === 68, 'exit 68', started)
      exits(await s.sf('org resume sandbox --name dev2 --target-org prod --wait 5'), 0, 'resume')
    },
  },
  {
    line: 27,
    name: 'definition file, a clone, a duplicate',
    async run(s) {
      const file = s.file(
        'sandbox.json',
        JSON.stringify({
          sandboxName: 'dev9',
          licenseType: 'Developer_Pro',
          description: 'd',
          features: ['DataStorage'],
          autoActivate: true,
          apexClassName: 'FaultCode',
          activationUserGroupName: 'Sandbox Users',
        }),
      )
      const made = await s.sf([
        'org',
        'create',
        'sandbox',
        '--definition-file',
        file,
        '--target-org',
        'prod',
        '--no-prompt',
        '--async',
      ])
      check(made.code === 68, 'from a file', made)
      const clone = await s.sf(
        'org create sandbox --name dev10 --source-sandbox-name dev1 --target-org prod --no-prompt --async',
      )
      check(clone.code === 68, 'a clone', clone)
      const twin = await s.sf(
        'org create sandbox --name dev1 --license-type Developer --target-org prod --no-prompt --async',
      )
      check(
        twin.code === 1 && JSON.stringify(twin.json).includes('duplicate value found: SandboxName'),
        'a duplicate',
        twin,
      )
    },
  },
  {
    line: 28,
    name: 'org refresh sandbox and delete sandbox',
    async run(s) {
      const before = (await s.sf('org display -o sbx')).json?.result?.id
      exits(
        await s.sf(
          `org refresh sandbox --name dev1 --target-org prod --no-prompt --wait 5 --poll-interval 15`,
        ),
        0,
        'refresh',
      )
      const orgs = await s.admin('GET', '/admin/orgs')
      const after = orgs.find((org) => org.sandboxName === 'dev1')?.id
      check(after !== undefined && after !== before, 'another org id', { before, after })
      exits(await s.sf('org delete sandbox --target-org sbx2 --no-prompt'), 0, 'delete')
    },
  },
]
