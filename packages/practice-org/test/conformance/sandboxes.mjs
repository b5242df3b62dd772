import { record } from './recorder.mjs'
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
      await keepsDefinition(s)
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
  {
    line: 29,
    name: 'source tracking in a sandbox',
    async run(s) {
      const org = await s.sandbox('track')
      s.clearProject()
      s.apexClass('Tracked', 'public class Tracked {}\n')
      const deployed = await s.sf('project deploy start -o track')
      exits(deployed, 0, 'deploy')
      check(!deployed.stderr.includes('timed out'), 'polling ended', deployed)
      await edit(s, org, 'public class Tracked {\n    Integer a;\n}\n')
      const preview = await previewWithEditor(s, org)
      check(
        preview.toRetrieve.some((entry) => entry.fullName === 'Tracked'),
        'the edit shows',
        preview,
      )
      exits(await s.sf('project retrieve start -o track'), 0, 'retrieve')
      check(s.read('force-app/classes/Tracked.cls').includes('Integer a;'), 'the edit arrived')
      exits(await s.sf('project deploy preview -o track'), 0, 'deploy preview')
      exits(await s.sf('project reset tracking -o track --no-prompt'), 0, 'reset tracking')
    },
  },
  {
    line: 30,
    name: 'a conflict stops the deployment, --ignore-conflicts does not',
    async run(s) {
      const org =
        (await s.admin('GET', '/admin/orgs')).find((entry) => entry.sandboxName === 'track') ??
        (await s.sandbox('track'))
      s.clearProject()
      s.apexClass('Tracked', 'public class Tracked {}\n')
      exits(await s.sf('project deploy start -o track --ignore-conflicts'), 0, 'start')
      await edit(s, org, 'public class Tracked {\n    Integer theirs;\n}\n')
      s.apexClass('Tracked', 'public class Tracked {\n    Integer mine;\n}\n')
      const conflict = await s.sf('project deploy start -o track')
      check(conflict.code === 1 && JSON.stringify(conflict.json).includes('onflict'), 'conflict', conflict)
      exits(await s.sf('project deploy start -o track --ignore-conflicts'), 0, 'ignored')
    },
  },
]

/**
 * The client asks for the name of who changed something, but has no column for it: the witness is what the org answers.
 */
async function previewWithEditor(s, org) {
  const recorder = await record(s.origin)
  try {
    await s.signInTo(org, 'track', recorder.origin)
    const preview = exits(await s.sf('project retrieve preview -o track'), 0, 'preview')
    const paths = recorder.calls.map(({ path }) => decodeURIComponent(path))
    const asked = recorder.calls[paths.findIndex((path) => path.includes('FROM User WHERE Id IN'))]
    check(asked?.answer.includes('Priya Venkataraman'), "the editor's name", asked ?? paths)
    return preview
  } finally {
    recorder.stop()
    await s.signInTo(org, 'track')
  }
}

/** What the definition file says is what the org has: group and class by their ids, features as a text. */
async function keepsDefinition(s) {
  const ask = async (object, where, api = '--use-tooling-api') => {
    const soql = `SELECT FIELDS(ALL) FROM ${object} WHERE ${where} LIMIT 1`
    const result = await s.sf(['data', 'query', '-o', 'prod', '-q', soql, ...(api ? [api] : [])])
    return exits(result, 0, object).records[0]
  }
  const info = await ask('SandboxInfo', "SandboxName = 'dev9'")
  const group = await ask('Group', "Name = 'Sandbox Users'")
  const apexClass = await ask('ApexClass', "Name = 'FaultCode'")
  check(
    info.LicenseType === 'DEVELOPER_PRO' && info.Features === '["DataStorage"]',
    'kind and features',
    info,
  )
  check(info.ActivationUserGroupId === group.Id && info.ApexClassId === apexClass.Id, 'group and class', info)
}

/** Changes the class in the org, as somebody else. */
async function edit(s, org, text) {
  const { files } = await s.admin('GET', `/admin/orgs/${org.id}/components?type=ApexClass&name=Tracked`)
  await s.admin('POST', `/admin/orgs/${org.id}/components`, {
    user: 'Priya Venkataraman',
    type: 'ApexClass',
    fullName: 'Tracked',
    files: { ...files, 'classes/Tracked.cls': text },
  })
}
