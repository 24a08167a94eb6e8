/** The words of error pages in Korean. */

import type { ErrorWords } from './words.ts'

export const ko: ErrorWords = {
  headlines: {
    graph_not_found: '여기에는 그래프가 없습니다',
    version_not_found: '여기에는 이 버전이 없습니다',
    not_found: '여기에는 아무것도 없습니다',
    render_failed: '이 그림은 그릴 수 없습니다',
    render_timeout: '그리는 데 시간이 너무 오래 걸렸습니다',
    overloaded: '서비스가 매우 바쁩니다',
    unavailable: '지금은 사용할 수 없습니다',
    invalid_parameter: '이 주소는 올바르지 않습니다',
    version_conflict: '그래프가 변경되었습니다',
    payload_too_large: '너무 큽니다',
    rate_limited: '조금 천천히 요청해 주세요',
    internal: '서비스에서 문제가 발생했습니다',
  },
  advice: {
    graph_not_found:
      '그래프가 삭제되었거나 주소가 완전하지 않습니다. 그래프의 주소는 영문자, 숫자, 하이픈 또는 밑줄 21자로 끝납니다.',
    render_timeout: '점이 적은 그림은 더 빨리 그려집니다.',
    overloaded: '너무 많은 이미지를 그리고 있습니다. 잠시 후 다시 시도해 주세요.',
    unavailable: '잠시 후 다시 시도해 주세요.',
    rate_limited: '사용자의 네트워크 주소에서 너무 많은 요청이 왔습니다.',
    internal:
      '오류가 기록되었습니다. 잠시 후 다시 시도해 주세요. 다시 발생하면 이 서비스의 운영자에게 알려 주세요.',
  },
  other: '작동하지 않았습니다',
  tryAgain: '다시 시도',
  tryAgainIn: '다음 시도까지 남은 시간(초): {}',
  openGraph: '그래프 열기',
  toStartPage: '시작 페이지로 이동',
  startPage: 'Plotgate, 시작 페이지',
}
