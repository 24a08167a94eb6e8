/** The words of error pages in French. */

import type { ErrorWords } from './words.ts'

export const fr: ErrorWords = {
  headlines: {
    graph_not_found: 'Il n’y a pas de graphique ici',
    version_not_found: 'Cette version n’existe pas ici',
    not_found: 'Il n’y a rien ici',
    render_failed: 'Cette figure ne peut pas être dessinée',
    render_timeout: 'Le dessin a pris trop de temps',
    overloaded: 'Le service est très occupé',
    unavailable: 'Indisponible pour le moment',
    invalid_parameter: 'Cette adresse n’est pas valide',
    version_conflict: 'Le graphique a changé',
    payload_too_large: 'Ce serait trop grand',
    rate_limited: 'Un peu moins vite',
    internal: 'Une erreur s’est produite de notre côté',
  },
  advice: {
    graph_not_found:
      'Il a été supprimé, ou l’adresse est incomplète : l’adresse d’un graphique se termine par 21 lettres, chiffres, traits d’union ou tirets bas.',
    render_timeout: 'Une figure avec moins de points est dessinée plus vite.',
    overloaded: 'Trop d’images sont en cours de dessin. Réessayez dans un instant.',
    unavailable: 'Réessayez dans un instant.',
    rate_limited: 'Trop de requêtes sont venues de votre adresse réseau.',
    internal:
      'L’erreur a été enregistrée. Réessayez dans un instant ; si elle se reproduit, prévenez l’exploitant de ce service.',
  },
  other: 'Cela n’a pas fonctionné',
  tryAgain: 'Réessayer',
  tryAgainIn: 'Secondes avant le prochain essai : {}.',
  openGraph: 'Ouvrir le graphique',
  toStartPage: 'Aller à la page d’accueil',
  startPage: 'Plotgate, page d’accueil',
}
