// Runs before the first paint, from a file of its own because the content security policy forbids inline scripts.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('sluice.theme')
  } catch {
    choice = null
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
