/** Announces a text to screen readers. */
export function announce(text: string): void {
  const said = document.getElementById('said')
  if (said) said.textContent = text
}
