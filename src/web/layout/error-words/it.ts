/** The words of error pages in Italian. */

import type { ErrorWords } from './words.ts'

export const it: ErrorWords = {
  headlines: {
    graph_not_found: 'Qui non c’è nessun grafico',
    version_not_found: 'Qui non c’è questa versione',
    not_found: 'Qui non c’è nulla',
    render_failed: 'Questa figura non può essere disegnata',
    render_timeout: 'Il disegno ha richiesto troppo tempo',
    overloaded: 'Il servizio è molto occupato',
    unavailable: 'Al momento non disponibile',
    invalid_parameter: 'Questo indirizzo non è valido',
    version_conflict: 'Il grafico è cambiato',
    payload_too_large: 'Sarebbe troppo grande',
    rate_limited: 'Un po’ più piano',
    internal: 'Qualcosa è andato storto da parte nostra',
  },
  advice: {
    graph_not_found:
      'È stato eliminato, oppure l’indirizzo non è completo: l’indirizzo di un grafico termina con 21 lettere, cifre, trattini o trattini bassi.',
    render_timeout: 'Una figura con meno punti si disegna più in fretta.',
    overloaded: 'Si stanno disegnando troppe immagini. Riprova tra un momento.',
    unavailable: 'Riprova tra un momento.',
    rate_limited: 'Sono arrivate troppe richieste dal tuo indirizzo di rete.',
    internal:
      'L’errore è stato registrato. Riprova tra un momento; se succede di nuovo, avvisa il gestore di questo servizio.',
  },
  other: 'Non ha funzionato',
  tryAgain: 'Riprova',
  tryAgainIn: 'Secondi al prossimo tentativo: {}.',
  openGraph: 'Apri il grafico',
  toStartPage: 'Vai alla pagina iniziale',
  startPage: 'Plotgate, pagina iniziale',
}
