/** The words of error pages in Portuguese. */

import type { ErrorWords } from './words.ts'

export const pt: ErrorWords = {
  headlines: {
    graph_not_found: 'Não há nenhum gráfico aqui',
    version_not_found: 'Esta versão não está aqui',
    not_found: 'Não há nada aqui',
    render_failed: 'Não é possível desenhar esta figura',
    render_timeout: 'O desenho demorou demais',
    overloaded: 'O serviço está muito ocupado',
    unavailable: 'Não disponível no momento',
    invalid_parameter: 'Este endereço não é válido',
    version_conflict: 'O gráfico mudou',
    payload_too_large: 'Isto seria grande demais',
    rate_limited: 'Um pouco mais devagar',
    internal: 'Algo falhou do nosso lado',
  },
  advice: {
    graph_not_found:
      'Ele foi excluído, ou o endereço não está completo: o endereço de um gráfico termina com 21 letras, algarismos, hífens ou sublinhados.',
    render_timeout: 'Uma figura com menos pontos é desenhada mais rápido.',
    overloaded: 'Há imagens demais sendo desenhadas. Tente de novo daqui a pouco.',
    unavailable: 'Tente de novo daqui a pouco.',
    rate_limited: 'Chegaram solicitações demais do seu endereço de rede.',
    internal:
      'O erro foi registrado. Tente de novo daqui a pouco; se acontecer outra vez, avise o operador deste serviço.',
  },
  other: 'Não funcionou',
  tryAgain: 'Tentar de novo',
  tryAgainIn: 'Segundos até a próxima tentativa: {}.',
  openGraph: 'Abrir o gráfico',
  toStartPage: 'Ir para a página inicial',
  startPage: 'Plotgate, página inicial',
}
