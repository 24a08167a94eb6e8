// Shows the OpenAPI document. Requests go to the server this page came from, under whatever name it was reached.
const place = document.getElementById('operations')
const base = place.dataset.base

// Swagger UI has a dark mode of its own, which this class switches; the house follows the system by itself.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followSystem)
followSystem()

const answer = await fetch(`${base}/v1/openapi.json`)
const spec = await answer.json()
spec.servers = [{ url: base || '/' }]

// The page has a main part and a first heading already: Swagger UI's stand below them.
const page = document.getElementById('main')
function fitIn() {
  const main = page.querySelector('main:not([role])')
  main?.setAttribute('role', 'region')
  main?.setAttribute('aria-label', 'Operations')
  const headings = page.querySelectorAll(':is(.opblock-tag, .models > h4):not([aria-level])')
  for (const heading of headings) heading.setAttribute('aria-level', '2')
}
new MutationObserver(fitIn).observe(page, { childList: true, subtree: true })

window.SwaggerUIBundle({
  spec,
  domNode: place,
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  // Colouring megabytes of a figure's JSON would hold the page up.
  syntaxHighlight: { activated: false },
})
