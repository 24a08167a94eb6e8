/** The words of error pages in Spanish. */

import type { ErrorWords } from './words.ts'

export const es: ErrorWords = {
  headlines: {
    graph_not_found: 'Aquí no hay ningún gráfico',
    version_not_found: 'Esta versión no está aquí',
    not_found: 'Aquí no hay nada',
    render_failed: 'Esta figura no se puede dibujar',
    render_timeout: 'El dibujo ha tardado demasiado',
    overloaded: 'El servicio está muy ocupado',
    unavailable: 'No disponible por el momento',
    invalid_parameter: 'Esta dirección no es válida',
    version_conflict: 'El gráfico ha cambiado',
    payload_too_large: 'Sería demasiado grande',
    rate_limited: 'Un poco más despacio',
    internal: 'Algo ha fallado por nuestra parte',
  },
  advice: {
    graph_not_found:
      'Se ha eliminado o la dirección no está completa: la dirección de un gráfico termina con 21 letras, cifras, guiones o guiones bajos.',
    render_timeout: 'Una figura con menos puntos se dibuja más rápido.',
    overloaded: 'Se están dibujando demasiadas imágenes. Inténtelo de nuevo en un momento.',
    unavailable: 'Inténtelo de nuevo en un momento.',
    rate_limited: 'Han llegado demasiadas solicitudes desde su dirección de red.',
    internal:
      'El error ha quedado registrado. Inténtelo de nuevo en un momento; si vuelve a ocurrir, avise al operador de este servicio.',
  },
  other: 'No ha funcionado',
  tryAgain: 'Intentar de nuevo',
  tryAgainIn: 'Segundos hasta el próximo intento: {}.',
  openGraph: 'Abrir el gráfico',
  toStartPage: 'Ir a la página de inicio',
  startPage: 'Plotgate, página de inicio',
}
