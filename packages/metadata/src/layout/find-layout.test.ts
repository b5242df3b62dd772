import { describe, expect, test } from 'vitest'
import { describeLayout, refuseLayout } from './describe-layout.ts'
import { type BranchFiles, findLayout } from './find-layout.ts'

const project = (value: unknown) => JSON.stringify(value)
const twoDirectories = project({
  packageDirectories: [{ path: './core-app/' }, { path: 'force-app', default: true }],
  sourceBehaviorOptions: ['decomposePermissionSetBeta2', 'decomposeWorkflowBeta'],
})

const look = (paths: readonly string[], given: Partial<BranchFiles> = {}) =>
  findLayout({ paths, metadataPath: 'src', projectFile: null, forceIgnore: null, ...given })

const source = 'force-app/main/default/objects/Car__c/fields/Color__c.field-meta.xml'
const sourceClass = ['force-app/main/default/classes/A.cls', 'force-app/main/default/classes/A.cls-meta.xml']
const ant = [
  'src/package.xml',
  'src/classes/A.cls',
  'src/classes/A.cls-meta.xml',
  'src/objects/Car__c.object',
]

describe('findLayout', () => {
  test('an SFDX project is found with its directories, presets and ignore file', () => {
    const forceIgnore = '# tests\n\n**/__tests__/**\n**/jsconfig.json\n'
    const found = look([source], { projectFile: twoDirectories, forceIgnore })
    expect(found).toMatchObject({ layout: 'Source', fileCount: 1, problem: null })
    expect(describeLayout(found)).toBe(
      'Found an SFDX project: 2 package directories, permission sets and workflows decomposed, .forceignore with 2 lines',
    )
    expect(refuseLayout(found)).toContain('in /core-app, /force-app')
  })

  test.for<[string, readonly string[], Partial<BranchFiles>, string | null]>([
    ['folders right below the metadata path', ant, {}, 'Metadata'],
    [
      'folders right below the root',
      ['objects/Car__c.object', 'README.md'],
      { metadataPath: '' },
      'Metadata',
    ],
    [
      'folders below unpackaged',
      ['src/unpackaged/classes/A.cls', 'src/unpackaged/package.xml'],
      {},
      'Packages',
    ],
    ['classes alone of a project', sourceClass, { projectFile: twoDirectories }, 'Source'],
    ['a project without metadata', ['README.md'], { projectFile: twoDirectories }, 'Source'],
    ['the older layout beside an empty project', ant, { projectFile: twoDirectories }, 'Metadata'],
    [
      'a package directory in metadata format',
      ant,
      { projectFile: project({ packageDirectories: [{ path: 'src' }] }) },
      'Metadata',
    ],
    [
      'a copy that was made beside a project',
      [source, 'src/unpackaged/objects/Car__c.object'],
      { projectFile: twoDirectories },
      'Source',
    ],
    ['no file', [], {}, null],
    [
      'files of other programs',
      ['src/main/resources/settings/any.settings', 'docs/documents/logo/a.png', 'a/classes/A.java'],
      {},
      null,
    ],
    [
      'folders of reports',
      ['src/unpackaged/reports/Sales-meta.xml', 'src/unpackaged/reports/TeamFolder-meta.xml'],
      {},
      'Packages',
    ],
  ])('%s', ([, paths, given, layout]) => {
    expect(look(paths, given)).toMatchObject({ layout, problem: null })
  })

  test.for<[string, readonly string[], Partial<BranchFiles>, string]>([
    ['elsewhere', ['ant/src/classes/A.cls-meta.xml'], {}, 'Change the metadata path to /ant/src'],
    [
      'in packages elsewhere',
      ['unpackaged/objects/Car__c.object'],
      {},
      'Change the metadata path to / in the settings',
    ],
    ['in source format without a project', [source], {}, `such as ${source}, and no sfdx-project.json`],
    [
      'in two formats',
      [
        'src/unpackaged/objects/Car__c.object',
        'src/unpackaged/objects/Car__c/fields/Color__c.field-meta.xml',
      ],
      {},
      'src/unpackaged/objects/Car__c/fields/Color__c.field-meta.xml is in source format, src/unpackaged/objects/Car__c.object in',
    ],
    ['with a damaged project file', [source], { projectFile: '{' }, 'sfdx-project.json is not valid JSON.'],
    ['with an empty project file', [source], { projectFile: '{}' }, 'has no list "packageDirectories".'],
    [
      'with a directory outside',
      [source],
      { projectFile: project({ packageDirectories: [{ path: '../other' }] }) },
      'names a package directory outside of it, "../other".',
    ],
  ])('metadata %s is refused with the way out', ([, paths, given, text]) => {
    const found = look(paths, given)
    expect(found.layout).toBeNull()
    expect(refuseLayout(found)).toContain(text)
  })
})
