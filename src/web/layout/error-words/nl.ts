/** The words of error pages in Dutch. */

import type { ErrorWords } from './words.ts'

export const nl: ErrorWords = {
  headlines: {
    graph_not_found: 'Hier is geen grafiek',
    version_not_found: 'Deze versie is hier niet',
    not_found: 'Hier is niets',
    render_failed: 'Deze figuur kan niet worden getekend',
    render_timeout: 'Het tekenen duurde te lang',
    overloaded: 'De dienst is erg druk',
    unavailable: 'Op dit moment niet beschikbaar',
    invalid_parameter: 'Dit adres is niet geldig',
    version_conflict: 'De grafiek is gewijzigd',
    payload_too_large: 'Dit zou te groot zijn',
    rate_limited: 'Iets rustiger aan',
    internal: 'Er ging iets mis aan onze kant',
  },
  advice: {
    graph_not_found:
      'De grafiek is verwijderd, of het adres is niet volledig: het adres van een grafiek eindigt met 21 letters, cijfers, koppeltekens of liggende streepjes.',
    render_timeout: 'Een figuur met minder punten is sneller getekend.',
    overloaded: 'Er worden te veel afbeeldingen getekend. Probeer het zo meteen opnieuw.',
    unavailable: 'Probeer het zo meteen opnieuw.',
    rate_limited: 'Er kwamen te veel aanvragen van uw netwerkadres.',
    internal:
      'De fout is vastgelegd. Probeer het zo meteen opnieuw; gebeurt het weer, laat het dan de beheerder van deze dienst weten.',
  },
  other: 'Dat is niet gelukt',
  tryAgain: 'Opnieuw proberen',
  tryAgainIn: 'Seconden tot de volgende poging: {}.',
  openGraph: 'Grafiek openen',
  toStartPage: 'Naar de startpagina',
  startPage: 'Plotgate, startpagina',
}
