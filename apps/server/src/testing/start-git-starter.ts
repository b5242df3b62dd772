import { startGitStarter } from '@sluice/git/git-starter'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

// The process of tests is large, as the product's is, and starts Git as the product does. Files share the process.
const started = 'sluice.testGitStarter'
if (getEnvironmentData(started) !== true) {
  await startGitStarter()
  setEnvironmentData(started, true)
}
