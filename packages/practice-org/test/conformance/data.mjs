import { check, exits } from './setting.mjs'

export const dataLines = [
  {
    line: 10,
    name: 'data query, with its errors',
    async run(s) {
      check(
        exits(
          await s.sf(['data', 'query', '-o', 'prod', '-q', 'SELECT Id, Name FROM Account LIMIT 1']),
          0,
          'query',
        ).totalSize === 1,
        'one account',
      )
      exits(
        await s.sf([
          'data',
          'query',
          '-o',
          'prod',
          '--use-tooling-api',
          '-q',
          'SELECT Id, Name FROM ApexClass',
        ]),
        0,
        'tooling',
      )
      exits(
        await s.sf([
          'data',
          'query',
          '-o',
          'prod',
          '-q',
          'SELECT Name, InstanceName, IsSandbox, OrganizationType FROM Organization',
        ]),
        0,
        'organization',
      )
      const field = await s.sf(['data', 'query', '-o', 'prod', '-q', 'SELECT Nope FROM Account'])
      check(field.code === 1 && JSON.stringify(field.json).includes('INVALID_FIELD'), 'unknown field', field)
      const object = await s.sf(['data', 'query', '-o', 'prod', '-q', 'SELECT Id FROM Nope'])
      check(
        object.code === 1 && JSON.stringify(object.json).includes('INVALID_TYPE'),
        'unknown object',
        object,
      )
    },
  },
  {
    line: 11,
    name: 'org list metadata-types and metadata',
    async run(s) {
      check(
        exits(await s.sf('org list metadata-types -o prod'), 0, 'types').metadataObjects.length > 200,
        'more than 200 types',
      )
      check(
        exits(await s.sf('org list metadata -o prod -m CustomObject'), 0, 'objects').length > 10,
        'objects',
      )
      const reports = exits(await s.sf('org list metadata -o prod -m Report --folder Sales'), 0, 'reports')
      check(reports.length > 0, 'reports of the folder', reports)
      check(
        reports.every(({ fullName, type }) => fullName.startsWith('Sales/') && type === 'Report'),
        'of this folder only',
        reports,
      )
    },
  },
  {
    line: 32,
    name: 'apex run, package installed list, list limits, sobject describe and list',
    async run(s) {
      const script = s.file('x.apex', "System.debug('hello');")
      exits(await s.sf(['apex', 'run', '-o', 'prod', '-f', script]), 0, 'apex run')
      exits(await s.sf('package installed list -o prod'), 0, 'installed packages')
      exits(await s.sf('org list limits -o prod'), 0, 'limits')
      exits(await s.sf('sobject describe -o prod -s ApexClass --use-tooling-api'), 0, 'describe')
      exits(await s.sf('sobject list -o prod'), 0, 'list')
    },
  },
]
