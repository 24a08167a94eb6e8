/** The templating every page uses; its home is the page room, which the command line uses too. */
export { escapeHtml, Html, type HtmlValue, html, raw, scriptJson } from '../../page/html.ts'
