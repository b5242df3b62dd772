import type { OrgEdit } from './test-org.ts'

const xml = (root: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://soap.sforce.com/2006/04/metadata">\n${content}</${root}>\n`

/** A report in the folder Cars, which tells its contents apart by the description. */
export const report = (name: string, description: string): OrgEdit => ({
  type: 'Report',
  fullName: `Cars/${name}`,
  files: {
    [`reports/Cars/${name}.report`]: xml(
      'Report',
      `    <description>${description}</description>\n    <format>Tabular</format>\n    <name>${name}</name>\n    <reportType>Opportunity</reportType>\n`,
    ),
  },
})

/** A text as a static resource. */
export const staticResource = (name: string, text: string): OrgEdit => ({
  type: 'StaticResource',
  fullName: name,
  files: {
    [`staticresources/${name}.resource`]: text,
    [`staticresources/${name}.resource-meta.xml`]: xml(
      'StaticResource',
      '    <cacheControl>Private</cacheControl>\n    <contentType>text/plain</contentType>\n',
    ),
  },
})
