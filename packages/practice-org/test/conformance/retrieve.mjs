import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check, exits } from './setting.mjs'

const manifest = (members) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Package xmlns="http://soap.sforce.com/2006/04/metadata">\n${members}\n    <version>68.0</version>\n</Package>\n`

/** What an installed package holds comes in a folder of its name. */
async function installedPackage(s) {
  const path = 'objects/sigbook__Envelope__c.object'
  s.file(
    `../packaged/${path}`,
    '<?xml version="1.0" encoding="UTF-8"?>\n<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata"><deploymentStatus>Deployed</deploymentStatus><label>Envelope</label><pluralLabel>Envelopes</pluralLabel><sharingModel>ReadWrite</sharingModel></CustomObject>\n',
  )
  await s.admin('POST', '/admin/orgs/Northbeam%20Lighting/seed', { path: join(s.folder, 'packaged') })
  const [{ SubscriberPackageName }] = exits(
    await s.sf('package installed list -o prod'),
    0,
    'installed packages',
  )
  const result = await s.sf(['project', 'retrieve', 'start', '-o', 'prod', '-n', SubscriberPackageName])
  const { files } = exits(result, 0, 'of an installed package')
  check(
    files.some(({ fullName }) => fullName === 'sigbook__Envelope__c'),
    'its object',
    files,
  )
  check(existsSync(join(s.project, SubscriberPackageName)), 'a folder of its name', files)
}

export const retrieveLines = [
  {
    line: 12,
    name: 'project retrieve start -m, decomposed on disk',
    async run(s) {
      s.clearProject()
      exits(
        await s.sf('project retrieve start -o prod -m ApexClass -m CustomObject:Installation__c'),
        0,
        'retrieve',
      )
      check(s.exists('force-app/main/default/classes/WarrantyCalculator.cls'), 'a class')
      check(
        s.exists('force-app/main/default/objects/Installation__c/fields/Status__c.field-meta.xml'),
        'a field of its own',
      )
    },
  },
  {
    line: 13,
    name: 'retrieve by manifest, to a folder, as a single package, of a package',
    async run(s) {
      const file = s.file(
        'package.xml',
        manifest('    <types><members>*</members><name>Layout</name></types>'),
      )
      exits(await s.sf(['project', 'retrieve', 'start', '-o', 'prod', '-x', file]), 0, 'by manifest')
      for (const extra of [[], ['--single-package']]) {
        rmSync(join(s.project, 'out'), { recursive: true, force: true })
        exits(
          await s.sf([
            'project',
            'retrieve',
            'start',
            '-o',
            'prod',
            '-x',
            file,
            '--target-metadata-dir',
            'out',
            '--unzip',
            ...extra,
          ]),
          0,
          extra.join(),
        )
        check(readdirSync(join(s.project, 'out')).length > 0, 'files')
      }
      exits(await s.sf('project retrieve start -o prod -n Pricing'), 0, 'of a package of this org')
      await installedPackage(s)
    },
  },
  {
    line: 14,
    name: 'a missing member is a warning; more than 10,000 files are refused',
    async run(s) {
      const file = s.file(
        'missing.xml',
        manifest(
          '    <types><members>WarrantyCalculator</members><members>Nowhere</members><name>ApexClass</name></types>',
        ),
      )
      const result = await s.sf(['project', 'retrieve', 'start', '-o', 'prod', '-x', file])
      exits(result, 0, 'retrieve')
      check(JSON.stringify(result.json).includes("named 'Nowhere' cannot be found"), 'the message', result)
      const org = await s.admin('POST', '/admin/orgs', { name: 'Many files' })
      const seed = join(s.folder, 'many')
      for (let index = 0; index < 5_100; index++)
        s.apexClass(`Many${index}`, `public class Many${index} {}`, `../many`)
      await s.admin('POST', `/admin/orgs/${org.id}/seed`, { path: seed })
      const session = await s.session({ org: org.id })
      await s.sf(['org', 'login', 'access-token', '-r', s.origin, '--no-prompt', '-a', 'many'], {
        env: { SF_ACCESS_TOKEN: session.accessToken },
      })
      // With --json the command ends with 0 although the retrieve has failed, without it with 1: see LINES.md.
      const many = await s.sf('project retrieve start -o many -m ApexClass')
      const { errorStatusCode, success } = exits(many, 0, 'too many files, --json') ?? {}
      check(errorStatusCode === 'LIMIT_EXCEEDED' && success === false, 'LIMIT_EXCEEDED', many)
      const shown = await s.sf('project retrieve start -o many -m ApexClass', { plain: true })
      check(shown.code === 1, 'exit 1 without --json', shown)
      check(`${shown.stdout}${shown.stderr}`.includes('LIMIT_EXCEEDED'), 'LIMIT_EXCEEDED in the text', shown)
      await s.admin('DELETE', `/admin/orgs/${org.id}`)
    },
  },
  {
    line: 36,
    name: 'folders, documents, mail, reports and dashboards of the company go out and back in',
    async run(s) {
      s.clearProject()
      const types = ['Report', 'Dashboard', 'Document', 'EmailTemplate']
      exits(await s.sf('project generate manifest --from-org prod --name folders'), 0, 'manifest')
      const whole = s.read('folders.xml')
      const named = [...whole.matchAll(/ {4}<types>[\s\S]*?<\/types>\n/g)]
        .map(([text]) => text)
        .filter((text) => types.some((type) => text.includes(`<name>${type}</name>`)))
      const file = s.file('in-folders.xml', manifest(named.join('')))
      const retrieved = exits(
        await s.sf(['project', 'retrieve', 'start', '-o', 'prod', '-x', file]),
        0,
        'out',
      )
      check(retrieved.files.length > 5, 'files', retrieved.files)
      const deployed = exits(await s.sf('project deploy start -o prod -d force-app'), 0, 'back in')
      check(
        deployed.files.every((entry) => entry.state === 'Unchanged'),
        'nothing has changed',
        deployed.files,
      )
    },
  },
  {
    line: 15,
    name: 'project generate manifest --from-org',
    async run(s) {
      exits(await s.sf('project generate manifest --from-org prod --name whole'), 0, 'manifest')
      check(s.read('whole.xml').includes('<members>Northbeam_Sales</members>'), 'the app is named')
    },
  },
]
