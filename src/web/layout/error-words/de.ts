/** The words of error pages in German. */

import type { ErrorWords } from './words.ts'

export const de: ErrorWords = {
  headlines: {
    graph_not_found: 'Hier ist keine Grafik',
    version_not_found: 'Diese Version gibt es hier nicht',
    not_found: 'Hier ist nichts',
    render_failed: 'Diese Grafik lässt sich nicht zeichnen',
    render_timeout: 'Das Zeichnen hat zu lange gedauert',
    overloaded: 'Der Dienst ist stark ausgelastet',
    unavailable: 'Zurzeit nicht verfügbar',
    invalid_parameter: 'Diese Adresse ist nicht gültig',
    version_conflict: 'Die Grafik hat sich geändert',
    payload_too_large: 'Das wäre zu groß',
    rate_limited: 'Bitte etwas langsamer',
    internal: 'Bei uns ist etwas schiefgegangen',
  },
  advice: {
    graph_not_found:
      'Sie wurde gelöscht, oder die Adresse ist nicht vollständig: Die Adresse einer Grafik endet mit 21 Buchstaben, Ziffern, Binde- oder Unterstrichen.',
    render_timeout: 'Eine Grafik mit weniger Punkten ist schneller gezeichnet.',
    overloaded: 'Es werden gerade zu viele Bilder gezeichnet. Versuchen Sie es gleich noch einmal.',
    unavailable: 'Versuchen Sie es gleich noch einmal.',
    rate_limited: 'Von Ihrer Netzadresse kamen zu viele Anfragen.',
    internal:
      'Der Fehler wurde aufgezeichnet. Versuchen Sie es gleich noch einmal; wenn er wieder auftritt, wenden Sie sich an den Betreiber dieses Dienstes.',
  },
  other: 'Das hat nicht funktioniert',
  tryAgain: 'Noch einmal versuchen',
  tryAgainIn: 'Sekunden bis zum nächsten Versuch: {}.',
  openGraph: 'Grafik öffnen',
  toStartPage: 'Zur Startseite',
  startPage: 'Plotgate, Startseite',
}
