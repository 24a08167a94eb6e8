/** The words of error pages in Traditional Chinese. */

import type { ErrorWords } from './words.ts'

export const zhHant: ErrorWords = {
  headlines: {
    graph_not_found: '這裡沒有圖表',
    version_not_found: '這裡沒有此版本',
    not_found: '這裡什麼也沒有',
    render_failed: '無法繪製此圖形',
    render_timeout: '繪製時間過長',
    overloaded: '服務非常忙碌',
    unavailable: '目前無法使用',
    invalid_parameter: '此網址無效',
    version_conflict: '圖表已變更',
    payload_too_large: '這會太大',
    rate_limited: '請慢一點',
    internal: '我們這邊出了問題',
  },
  advice: {
    graph_not_found: '圖表已被刪除，或網址不完整：圖表的網址以 21 個字母、數字、連字號或底線結尾。',
    render_timeout: '點數較少的圖形繪製得更快。',
    overloaded: '正在繪製的圖片太多。請稍後再試。',
    unavailable: '請稍後再試。',
    rate_limited: '來自您網路位址的請求過多。',
    internal: '錯誤已記錄。請稍後再試；如果再次發生，請告知此服務的營運者。',
  },
  other: '未能成功',
  tryAgain: '再試一次',
  tryAgainIn: '距離下次嘗試的秒數：{}',
  openGraph: '開啟圖表',
  toStartPage: '前往首頁',
  startPage: 'Plotgate 首頁',
}
