/** Passwords can be looked at while they are typed. */
export function offerReveal(input: HTMLInputElement): void {
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
  // A page may ask for focus at several faulty fields; its first has it, and may not have it yet.
  const focused = document.activeElement === input || document.querySelector('[autofocus]') === input
  input.replaceWith(line)
  line.append(input, button)
  if (focused) input.focus()
}
