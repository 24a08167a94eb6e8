/** Tells people who listen to the page. */
export function say(text: string): void {
  const said = document.getElementById('said')
  if (said) said.textContent = text
}
