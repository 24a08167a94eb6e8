/** The words of error pages in Hebrew. */

import type { ErrorWords } from './words.ts'

export const he: ErrorWords = {
  headlines: {
    graph_not_found: 'אין כאן תרשים',
    version_not_found: 'גרסה זו אינה נמצאת כאן',
    not_found: 'אין כאן דבר',
    render_failed: 'לא ניתן לצייר תרשים זה',
    render_timeout: 'הציור ארך זמן רב מדי',
    overloaded: 'השירות עמוס מאוד',
    unavailable: 'לא זמין כרגע',
    invalid_parameter: 'כתובת זו אינה תקינה',
    version_conflict: 'התרשים השתנה',
    payload_too_large: 'זה יהיה גדול מדי',
    rate_limited: 'קצת יותר לאט',
    internal: 'משהו השתבש אצלנו',
  },
  advice: {
    graph_not_found:
      'התרשים נמחק, או שהכתובת אינה שלמה: כתובת של תרשים מסתיימת ב־21 אותיות, ספרות, מקפים או קווים תחתונים.',
    render_timeout: 'תרשים עם פחות נקודות מצויר מהר יותר.',
    overloaded: 'תמונות רבות מדי מצוירות כעת. נסו שוב בעוד רגע.',
    unavailable: 'נסו שוב בעוד רגע.',
    rate_limited: 'הגיעו בקשות רבות מדי מכתובת הרשת שלכם.',
    internal: 'השגיאה נרשמה. נסו שוב בעוד רגע; אם היא חוזרת, פנו למפעיל השירות.',
  },
  other: 'זה לא הצליח',
  tryAgain: 'לנסות שוב',
  tryAgainIn: 'שניות עד הניסיון הבא: {}',
  openGraph: 'לפתוח את התרשים',
  toStartPage: 'לדף הבית',
  startPage: 'דף הבית של Plotgate',
}
