/** Announces a text to screen readers. */
export function say(text: string): void {
  const said = document.getElementById('said')
  if (said) said.textContent = text
}
