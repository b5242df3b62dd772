#!/usr/bin/env node
// A browser that opens the authorize page and allows access, as a person would. It returns at once, as clients expect.
const { spawn } = require('node:child_process')

const page = process.argv.find((argument) => argument.startsWith('http'))
if (process.argv.includes('--at-once')) void allow(page)
else spawn(process.execPath, [__filename, page, '--at-once'], { detached: true, stdio: 'ignore' }).unref()

async function allow(address) {
  const html = await (await fetch(address)).text()
  const form = new URLSearchParams({ decision: 'approve' })
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
    form.set(name, value.replaceAll('&amp;', '&'))
  form.set('org', /<option value="?(\w+)/.exec(html)[1])
  form.set('user', [...html.matchAll(/name="user" value="(\w+)"/g)].at(-1)[1])
  await fetch(new URL('/services/oauth2/authorize', address), { method: 'POST', body: form })
}
