// Without REMOTE_ORG: the whole checklist against practice orgs that this starts (`node run.mjs [line …]`, 0 for the protocol
// checks). With it: the protocol checks against that org, and nothing else.
await import(process.env.REMOTE_ORG ? './remote.mjs' : './checklist.mjs')
