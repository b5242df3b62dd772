// Choosing in a select marked data-reload shows the page for that choice at once; without scripts a button does it.
for (const select of document.querySelectorAll('select[data-reload]')) {
  select.addEventListener('change', () => {
    const address = new URL(location.href)
    address.searchParams.set(select.name, select.value)
    for (const name of (select.dataset.drop ?? '').split(' ')) address.searchParams.delete(name)
    location.assign(address)
  })
}
for (const button of document.querySelectorAll('[data-no-script]')) button.hidden = true
for (const button of document.querySelectorAll('button[data-confirm]')) {
  button.addEventListener('click', (event) => {
    if (!confirm(button.dataset.confirm)) event.preventDefault()
  })
}
