import { describe, expect, test } from 'vitest'

import { saysTheSame } from './diff/says-the-same.ts'
import { normaliseFile } from './normalise.ts'
import { bytes, metadataXml, text } from './testing/text.ts'

/** What a person or another tool wrote, and what stands in the branch after that. */
interface Golden {
  readonly file: string
  readonly written: string
  readonly normal: string
}

const xmlns = 'xmlns="http://soap.sforce.com/2006/04/metadata"'

const cases: readonly Golden[] = [
  {
    file: 'profiles/Sales.profile',
    written: `<?xml version='1.0' encoding='utf-8'?>\n<Profile ${xmlns}><fieldPermissions><field>B.X__c</field><editable>true</editable></fieldPermissions><fieldPermissions><editable>true</editable><field>A.X__c</field></fieldPermissions></Profile>`,
    normal: metadataXml(
      'Profile',
      '<fieldPermissions>',
      '    <field>B.X__c</field>',
      '    <editable>true</editable>',
      '</fieldPermissions>',
      '<fieldPermissions>',
      '    <editable>true</editable>',
      '    <field>A.X__c</field>',
      '</fieldPermissions>',
    ),
  },
  {
    file: 'objects/Car__c.object',
    written: `<CustomObject ${xmlns}>\r\n  <fields>\r\n    <fullName>Color__c</fullName>\r\n    <inlineHelpText>It's "red" &amp; >1</inlineHelpText>\r\n  </fields>\r\n  <searchLayouts></searchLayouts>\r\n</CustomObject>`,
    normal: metadataXml(
      'CustomObject',
      '<fields>',
      '    <fullName>Color__c</fullName>',
      '    <inlineHelpText>It&apos;s &quot;red&quot; &amp; &gt;1</inlineHelpText>',
      '</fields>',
      '<searchLayouts></searchLayouts>',
    ),
  },
  {
    file: 'labels/CustomLabels.labels',
    written: `\uFEFF<?xml version="1.0" encoding="UTF-8" ?>\n<CustomLabels ${xmlns}>\n<!-- greetings -->\n<labels>\n<fullName>Hello</fullName>\n<value>  two\nlines </value>\n</labels>\n</CustomLabels>\n`,
    normal: metadataXml(
      'CustomLabels',
      '<!-- greetings -->',
      '<labels>',
      '    <fullName>Hello</fullName>',
      '    <value>  two\nlines </value>',
      '</labels>',
    ),
  },
  {
    file: 'objectTranslations/Car__c-de.objectTranslation',
    written: `<?xml version="1.0" encoding="UTF-8"?>\n<CustomObjectTranslation ${xmlns}>\n\t<fields>\n\t\t<label><!-- Color --></label>\n\t\t<name>Color__c</name>\n\t</fields>\n</CustomObjectTranslation>`,
    normal: metadataXml(
      'CustomObjectTranslation',
      '<fields>',
      '    <label><!-- Color --></label>',
      '    <name>Color__c</name>',
      '</fields>',
    ),
  },
  {
    file: 'globalValueSets/Size.globalValueSet',
    written: `<GlobalValueSet ${xmlns}><customValue><fullName>S</fullName></customValue><customValue><fullName>L</fullName></customValue><customValue><fullName>M</fullName></customValue></GlobalValueSet>`,
    normal: metadataXml(
      'GlobalValueSet',
      ...['S', 'L', 'M'].flatMap((name) => [
        '<customValue>',
        `    <fullName>${name}</fullName>`,
        '</customValue>',
      ]),
    ),
  },
  {
    file: 'layouts/Car__c-Main.layout',
    written: `<Layout ${xmlns}><relatedLists><relatedList>B</relatedList></relatedLists><relatedLists><relatedList>A</relatedList></relatedLists><summaryLayout><masterLabel>00h1</masterLabel></summaryLayout></Layout>`,
    normal: metadataXml(
      'Layout',
      '<relatedLists>',
      '    <relatedList>B</relatedList>',
      '</relatedLists>',
      '<relatedLists>',
      '    <relatedList>A</relatedList>',
      '</relatedLists>',
      '<summaryLayout>',
      '    <masterLabel>00h1</masterLabel>',
      '</summaryLayout>',
    ),
  },
  {
    file: 'flows/Greet.flow',
    written: `<Flow ${xmlns}><decisions><name>D</name><locationX>5</locationX></decisions><assignments><name>A</name></assignments></Flow>`,
    normal: metadataXml(
      'Flow',
      '<decisions>',
      '    <name>D</name>',
      '    <locationX>5</locationX>',
      '</decisions>',
      '<assignments>',
      '    <name>A</name>',
      '</assignments>',
    ),
  },
  {
    file: 'customMetadata/Rate.Low.md',
    written: `<CustomMetadata ${xmlns} xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><values><field>A__c</field><value xsi:nil='true' /></values></CustomMetadata>`,
    normal: metadataXml(
      'CustomMetadata',
      '<values>',
      '    <field>A__c</field>',
      '    <value xsi:nil="true"/>',
      '</values>',
    ).replace(xmlns, `${xmlns} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`),
  },
  {
    file: 'workflows/Car__c.workflow',
    written: `<?xml version="1.0" encoding="UTF-8"?>\n<Workflow ${xmlns}/>\n`,
    normal: `<?xml version="1.0" encoding="UTF-8"?>\n<Workflow ${xmlns}/>\n`,
  },
  {
    file: 'classes/Alpha.cls-meta.xml',
    written: `<?xml version="1.0" encoding="UTF-8"?><ApexClass ${xmlns}><apiVersion>62.0</apiVersion><status>Active</status></ApexClass>`,
    normal: metadataXml('ApexClass', '<apiVersion>62.0</apiVersion>', '<status>Active</status>'),
  },
  {
    file: 'permissionsets/Drive.permissionset',
    written: `<PermissionSet ${xmlns}><label>Drive &#38; park</label><hasActivationRequired>false</hasActivationRequired></PermissionSet>`,
    normal: metadataXml(
      'PermissionSet',
      '<label>Drive &amp; park</label>',
      '<hasActivationRequired>false</hasActivationRequired>',
    ),
  },
  {
    file: 'applications/Cars.app',
    written: `<CustomApplication ${xmlns}><tabs>B</tabs><tabs>A</tabs><newThing><b/><a/></newThing></CustomApplication>`,
    normal: metadataXml(
      'CustomApplication',
      '<tabs>B</tabs>',
      '<tabs>A</tabs>',
      '<newThing>',
      '    <b/>',
      '    <a/>',
      '</newThing>',
    ),
  },
]

describe.each(cases)('$file', ({ file, written, normal }) => {
  const path = `unpackaged/${file}`

  test('gets the spelling of the service, in its own order', () => {
    expect(text(normaliseFile({ path, content: bytes(written), apiVersion: '62.0' }))).toBe(normal)
  })

  test('is left alone afterwards, the same bytes', () => {
    const content = bytes(normal)
    expect(normaliseFile({ path, content, apiVersion: '62.0' })).toBe(content)
  })

  test('says the same as before', () => {
    expect(saysTheSame(path, bytes(written), bytes(normal))).toBe(true)
  })
})
