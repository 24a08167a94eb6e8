/** The words of error pages in Arabic. */

import type { ErrorWords } from './words.ts'

export const ar: ErrorWords = {
  headlines: {
    graph_not_found: 'لا يوجد رسم بياني هنا',
    version_not_found: 'هذه النسخة غير موجودة هنا',
    not_found: 'لا يوجد شيء هنا',
    render_failed: 'لا يمكن رسم هذا الشكل',
    render_timeout: 'استغرق الرسم وقتًا طويلًا',
    overloaded: 'الخدمة مشغولة جدًا',
    unavailable: 'غير متاح حاليًا',
    invalid_parameter: 'هذا العنوان غير صالح',
    version_conflict: 'تغيّر الرسم البياني',
    payload_too_large: 'سيكون هذا كبيرًا جدًا',
    rate_limited: 'تمهّل قليلًا',
    internal: 'حدث خطأ من جهتنا',
  },
  advice: {
    graph_not_found:
      'حُذف الرسم، أو أن العنوان غير مكتمل: ينتهي عنوان الرسم البياني بـ 21 من الحروف أو الأرقام أو الواصلات أو الشرطات السفلية.',
    render_timeout: 'الشكل الذي فيه نقاط أقل يُرسم أسرع.',
    overloaded: 'تُرسم الآن صور كثيرة جدًا. حاول مرة أخرى بعد قليل.',
    unavailable: 'حاول مرة أخرى بعد قليل.',
    rate_limited: 'جاءت طلبات كثيرة جدًا من عنوان شبكتك.',
    internal: 'سُجّل الخطأ. حاول مرة أخرى بعد قليل، وإذا تكرر فأخبر مشغّل هذه الخدمة.',
  },
  other: 'لم ينجح ذلك',
  tryAgain: 'حاول مرة أخرى',
  tryAgainIn: 'الثواني حتى المحاولة التالية: {}',
  openGraph: 'افتح الرسم البياني',
  toStartPage: 'إلى الصفحة الرئيسية',
  startPage: 'الصفحة الرئيسية لـ Plotgate',
}
