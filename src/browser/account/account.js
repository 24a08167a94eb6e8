// Comfort only: every page works without it.

const said = document.getElementById('said')

/** Tells people who listen to the page. */
function say(text) {
  if (said) said.textContent = text
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy ?? '')
  const text = button.dataset.copyText ?? source?.value ?? source?.textContent ?? ''
  let copied = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Clipboards are closed to pages that came by plain http: select, and let the browser copy.
    const field = source ?? document.body.appendChild(document.createElement('textarea'))
    if (!source) field.value = text
    if (field.select) field.select()
    else getSelection()?.selectAllChildren(field)
    copied = document.execCommand('copy')
    if (!source) field.remove()
    if (copied || !source) button.focus()
  }
  const message = copied ? 'Copied' : source ? 'Press Ctrl+C' : 'Not copied'
  say(message)
  button.dataset.name ??= button.innerHTML
  button.textContent = message
  setTimeout(() => {
    button.innerHTML = button.dataset.name
  }, 1600)
}

function offerCopy(root) {
  for (const button of root.querySelectorAll('[data-copy], [data-copy-text]')) button.hidden = false
}

/** Passwords can be looked at while they are typed. */
function offerReveal(input) {
  const line = document.createElement('div')
  line.className = 'password-line'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button-small'
  button.textContent = 'Show'
  button.setAttribute('aria-label', 'Show password')
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const shown = input.type === 'text'
    input.type = shown ? 'password' : 'text'
    button.textContent = shown ? 'Show' : 'Hide'
    button.setAttribute('aria-pressed', String(!shown))
  })
  const focused = document.activeElement === input || input.autofocus
  input.replaceWith(line)
  line.append(input, button)
  if (focused) input.focus()
}

/** The next page's plates join this page's. */
async function more(link) {
  link.setAttribute('aria-busy', 'true')
  const answer = await fetch(link.href, { credentials: 'same-origin' })
  if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`)
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const list = document.getElementById(link.dataset.more)
  const plates = [...(next.getElementById(link.dataset.more)?.children ?? [])]
  list.append(...plates)
  offerCopy(list)
  const following = next.querySelector('[data-more]')
  if (following) link.href = following.href
  else link.remove()
  link.removeAttribute('aria-busy')
  say(`${plates.length} more graphs`)
  plates[0]?.querySelector('h2 a')?.focus()
}

document.addEventListener('click', event => {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('[data-copy], [data-copy-text]')
  if (button) void copy(button)
  const link = target?.closest('[data-more]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  more(link).catch(() => {
    location.href = link.href
  })
})

// A double click sends a form once; coming back finds it ready again.
document.addEventListener('submit', event => {
  const form = event.target
  if (form.dataset.sent) event.preventDefault()
  else if (form.method === 'post') form.dataset.sent = 'yes'
})
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
})

offerCopy(document)
for (const input of document.querySelectorAll('input[data-reveal]')) offerReveal(input)
for (const older of document.querySelectorAll('[data-more]')) older.textContent = 'Show older'
for (const time of document.querySelectorAll('time')) {
  const date = new Date(time.dateTime)
  const withClock = time.textContent.includes(':')
  time.title = time.textContent
  time.textContent = date.toLocaleString(
    'en-GB',
    withClock ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium' },
  )
}
