// The device flow of core, the only library that still has one. It is approved over HTTP by whoever reads the code.
// Usage: node device-core.mjs ORIGIN CLIENTS; prints the user code, then the user name
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [origin, clients] = process.argv.slice(2)
const require = createRequire(join(clients, 'package.json'))
const { DeviceOauthService } = createRequire(require.resolve('@salesforce/source-deploy-retrieve'))(
  '@salesforce/core',
)
const service = await DeviceOauthService.create({ loginUrl: origin, clientId: 'PlatformCLI' })
const login = await service.requestDeviceLogin()
console.log(`code ${login.user_code}`)
const approval = await service.awaitDeviceApproval(login)
const info = await service.authorizeAndSave(approval)
console.log(`user ${info.getUsername()}`)
