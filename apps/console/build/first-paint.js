// Stands in the document itself and runs before the first paint; the server allows it by its digest.
;(function () {
  var tokens = 'sluice.tokens'
  var choice = null
  var isSignedIn = false
  try {
    choice = localStorage.getItem('sluice.theme')
    isSignedIn = Boolean(sessionStorage.getItem(tokens) || localStorage.getItem(tokens))
  } catch {
    choice = null
  }
  var page = document.documentElement
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]').content = dark ? '#12171a' : '#ffffff'
  var path = location.pathname
  if (!isSignedIn) {
    if (/^\/(signin|register|password\/forgot|)$/.test(path)) page.dataset.shell = 'visitor'
    return
  }
  if (/^\/(onboarding|salesforce|invitation|password)\b/.test(path)) return
  page.dataset.shell = /^\/workspaces\/[^/]/.test(path) ? 'navigation' : 'frame'
  var files = document.currentScript.dataset.signedIn
  ;(files ? files.split(' ') : []).forEach(function (file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  })
})()
