import type { OrgEdit } from './test-org.ts'

/** A connected app; without a key it has none of its own. */
export function connectedApp(name: string) {
  const path = `connectedApps/${name}.connectedApp`
  const text = (key: string | null, label = name) => `<?xml version="1.0" encoding="UTF-8"?>
<ConnectedApp xmlns="http://soap.sforce.com/2006/04/metadata">
    <contactEmail>admin@acme.example</contactEmail>
    <label>${label}</label>
    <oauthConfig>
        <callbackUrl>https://acme.example/callback</callbackUrl>
${key === null ? '' : `        <consumerKey>${key}</consumerKey>\n`}        <scopes>Api</scopes>
    </oauthConfig>
</ConnectedApp>
`
  return {
    name,
    path,
    file: `src/unpackaged/${path}`,
    text,
    edit: (key: string | null, label = name): OrgEdit => ({
      type: 'ConnectedApp',
      fullName: name,
      files: { [path]: text(key, label) },
    }),
  }
}
