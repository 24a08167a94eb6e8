/**
 * The script of the API page, which shows the OpenAPI document. Requests go to the server this page came from, under
 * whatever name it was reached.
 */

interface SwaggerWindow extends Window {
  /** Its script runs before this one. */
  SwaggerUIBundle(options: object): void
}

function followSystemTheme(): void {
  // Swagger UI has a dark mode of its own, which this class switches; the page follows the system by itself.
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', follow)
  follow()
}

/** The page has a main part and a first heading already: Swagger UI's stand below them. */
function fitIn(page: HTMLElement): void {
  const main = page.querySelector('main:not([role])')
  main?.setAttribute('role', 'region')
  main?.setAttribute('aria-label', 'Operations')
  const headings = page.querySelectorAll(':is(.opblock-tag, .models > h4):not([aria-level])')
  for (const heading of headings) heading.setAttribute('aria-level', '2')
}

async function showOperations(place: HTMLElement, page: HTMLElement): Promise<void> {
  const base = place.dataset.base ?? ''
  const spec = await (await fetch(`${base}/v1/openapi.json`)).json()
  spec.servers = [{ url: base || '/' }]
  new MutationObserver(() => fitIn(page)).observe(page, { childList: true, subtree: true })
  // What its script leaves on the window.
  const swagger = window as unknown as SwaggerWindow
  swagger.SwaggerUIBundle({
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
}

followSystemTheme()
void showOperations(
  document.getElementById('operations') as HTMLElement,
  document.getElementById('main') as HTMLElement,
)
