/** The words of error pages in Japanese. */

import type { ErrorWords } from './words.ts'

export const ja: ErrorWords = {
  headlines: {
    graph_not_found: 'ここにグラフはありません',
    version_not_found: 'ここにこのバージョンはありません',
    not_found: 'ここには何もありません',
    render_failed: 'この図は描画できません',
    render_timeout: '描画に時間がかかりすぎました',
    overloaded: 'サービスが大変混み合っています',
    unavailable: '現在利用できません',
    invalid_parameter: 'このアドレスは正しくありません',
    version_conflict: 'グラフが変更されました',
    payload_too_large: '大きすぎます',
    rate_limited: '少し間隔を空けてください',
    internal: 'サービス側で問題が発生しました',
  },
  advice: {
    graph_not_found:
      '削除されたか、アドレスが途中で切れています。グラフのアドレスは、英数字、ハイフン、アンダースコアの 21 文字で終わります。',
    render_timeout: '点の少ない図は速く描画されます。',
    overloaded: '描画中の画像が多すぎます。しばらくしてからもう一度お試しください。',
    unavailable: 'しばらくしてからもう一度お試しください。',
    rate_limited: 'お使いのネットワークアドレスからのリクエストが多すぎます。',
    internal:
      'エラーは記録されました。しばらくしてからもう一度お試しください。再び起きる場合は、このサービスの運営者にお知らせください。',
  },
  other: 'うまくいきませんでした',
  tryAgain: 'もう一度試す',
  tryAgainIn: '次に試せるまでの秒数：{}',
  openGraph: 'グラフを開く',
  toStartPage: 'トップページへ',
  startPage: 'Plotgate のトップページ',
}
