/** Texts that would act if anything made elements, rules or code of them. */

/** What their code would run. */
const act = `performance.mark('harm')`

/** What an attribution, a text or anything else may hold in the hope that somebody makes elements of it. */
export const markup = [
  `<meta http-equiv="refresh" content="0;url=https://a.invalid/meta">`,
  `<style>html{--harm:1}*{background:url(https://a.invalid/style)}</style>`,
  `<base href="https://a.invalid/base/">`,
  `<form action="https://a.invalid/form" onsubmit="${act}"><input autofocus onfocus="${act}"></form>`,
  `<button formaction="javascript:${act}">b</button>`,
  `<img src="https://a.invalid/img" onerror="${act}" onload="${act}">`,
  `<svg onload="${act}"><image href="https://a.invalid/image"/><script>${act}</script>`,
  `<foreignObject><iframe src="https://a.invalid/foreign"></iframe></foreignObject></svg>`,
  `<object data="https://a.invalid/object"></object><embed src="https://a.invalid/embed">`,
  `<link rel="stylesheet" href="https://a.invalid/link">`,
  `<iframe src="https://a.invalid/frame" srcdoc="<script>parent.${act}</script>"></iframe>`,
  `<script>${act}</script><script src="https://a.invalid/script"></script>`,
  `<a href="javascript:${act}" onclick="${act}">link</a>`,
  `<video src="https://a.invalid/video" onerror="${act}"></video><details open ontoggle="${act}">d</details>`,
  `<template shadowrootmode="open"><img src="https://a.invalid/shadow"></template>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${act}&gt;">`,
].join('')

/** What the library's own texts may hold: styles, links, and the word that its svg writer looks for. */
export const styled = [
  `<span style="fill:url(https://a.invalid/fill);cursor:url(https://a.invalid/cursor),auto">s</span>`,
  `<span style="filter:\\75rl(https://a.invalid/filter);mask:image-set('https://a.invalid/mask' 1x)">s</span>`,
  `<span style="TOBESTRIPPED' onclick='${act}' x='TOBESTRIPPED">s</span>`,
  `<a href="javascript:${act}">j</a><a href='https://b.invalid/" onclick="${act}'>k</a>`,
  `<a href="https://b.invalid/" popup="width=1">p</a>`,
].join('')

export const tex = String.raw`$\href{javascript:${act}}{x}\style{background:url(https://a.invalid/t);cursor:url(https://a.invalid/c)}{y}
\class{a}{z}\cssId{b}{z}\color{url(https://a.invalid/colour)}{z}\bbox[background:url(https://a.invalid/box)]{z}
\bbox[url(https://a.invalid/box)]{z}\unicode[x;background:url(https://a.invalid/font)]{65}$`
