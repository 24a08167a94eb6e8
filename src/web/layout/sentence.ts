/** Turns an error message, which begins in lower case, into a sentence. Names such as oEmbed stay as they are. */
export const sentence = (text: string): string => {
  const first = /^[a-z][A-Z]/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase()
  return `${first}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
