/** The words of error pages in Simplified Chinese. */

import type { ErrorWords } from './words.ts'

export const zh: ErrorWords = {
  headlines: {
    graph_not_found: '这里没有图表',
    version_not_found: '这里没有此版本',
    not_found: '这里什么也没有',
    render_failed: '无法绘制此图形',
    render_timeout: '绘制时间过长',
    overloaded: '服务非常繁忙',
    unavailable: '目前不可用',
    invalid_parameter: '此地址无效',
    version_conflict: '图表已更改',
    payload_too_large: '这会太大',
    rate_limited: '请慢一点',
    internal: '我们这边出了问题',
  },
  advice: {
    graph_not_found: '图表已被删除，或地址不完整：图表的地址以 21 个字母、数字、连字符或下划线结尾。',
    render_timeout: '点数较少的图形绘制得更快。',
    overloaded: '正在绘制的图片太多。请稍后再试。',
    unavailable: '请稍后再试。',
    rate_limited: '来自您网络地址的请求过多。',
    internal: '错误已记录。请稍后再试；如果再次发生，请告知此服务的运营者。',
  },
  other: '未能成功',
  tryAgain: '再试一次',
  tryAgainIn: '距离下次尝试的秒数：{}',
  openGraph: '打开图表',
  toStartPage: '前往首页',
  startPage: 'Plotgate 首页',
}
