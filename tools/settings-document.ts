import { secretSettings, settings } from '../apps/server/src/platform/config/settings.ts'

const introduction = `# Settings

Settings are environment variables; \`NAME_FILE\` names a file that holds the value instead. An unknown \`SLUICE_*\` name or a bad value is
named, and the server does not start. The values of settings marked "secret" reach no log.

This table is written from \`apps/server/src/platform/config/settings.ts\` by
\`npx vitest run --project tools tools/documents.test.ts --update\`.

| Setting | Default | Meaning |
|---|---|---|
`

/** The table of every setting of the server with its default and its meaning, as Markdown. */
export function settingsDocument(): string {
  const defaults = new Map(Object.entries(settings.parse({})))
  const secrets = new Set<string>(secretSettings)
  const rows = Object.entries(settings.shape).map(([name, field]) => {
    const mark = secrets.has(name) ? ' (secret)' : ''
    return `| \`${name}\`${mark} | ${shown(defaults.get(name))} | ${field.description ?? ''} |\n`
  })
  return introduction + rows.join('')
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
