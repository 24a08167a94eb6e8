/** Edits of what the charting library draws with WebGL: an image is drawn once, and nobody points at it. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * Points of scattergl, from 100,000 on, are put into a tree in which the mouse finds its nearest.
 * `tooMany && xaxis is not log && yaxis is not log ? stash.tree = cluster(positions) : stash.ids = ids`
 */
export const noPointTree: LibraryEdit = {
  near: '.type!=="log"?',
  find: reads(String.raw`NAME&&NAME\.type!=="log"&&NAME\.type!=="log"\?NAME\.tree=NAME\(NAME\):`),
  replace: '',
  upstream: { file: 'src/traces/scattergl/calc.js', issue: null },
}

/**
 * A 3d scene is drawn anew in every frame in which it, or its camera, changed; the image redraws it in any case.
 * `render() { scene._stopped || scene.contextLost || (redraw(), requestAnimationFrame(render)) }`
 */
export const noSceneFrames: LibraryEdit = {
  near: '.contextLost||(',
  find: reads(String.raw`(?<=\._stopped\|\|NAME\.contextLost)\|\|\(NAME\(\),requestAnimationFrame\(NAME\)\)`),
  replace: '',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * Before each drawing of a 3d scene it is drawn in other colours, by which the mouse tells its objects apart.
 * `pickDirty && (pickDirty = false, renderPick()), scene.axesPixels = …`
 */
export const noPicking: LibraryEdit = {
  near: '.axesPixels=',
  find: reads(String.raw`(NAME)&&\(\1=!1,NAME\(\)\),(?=NAME\.axesPixels=)`),
  replace: '',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * The shaders of a 3d scene go with it, and the programs linked of them stay in a table for as long as the page,
 * since they are taken out of it by the wrong name. Kept, they serve all scenes after it.
 * `dispose() { if (--count === 0) { for (name of names) … delete programs[index] … delete shaders[source] } }`
 */
export const keptShaders: LibraryEdit = {
  near: 'if(--this.count===0)',
  find: reads(
    String.raw`(NAME\.prototype\.dispose=function\(\)\{)if\(--this\.count===0\)\{(?:(?!function).){0,400}?\[this\.src\]\}(?=\};)`,
  ),
  replace: '$1this.count--',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * Under a plot that WebGL draws lie canvases for what is selected and for the mouse, each cleared, smoothed and made a
 * png of its own. Here nobody points at anything, and few figures select points; only scattergl does it on that canvas.
 * `glcanvas.each(layer => { if (layer.regl) … if (layer.pick && no parcoords) return; layer.regl = createRegl(…) … })`
 */
export const noIdleLayers: LibraryEdit = {
  near: '.preloadCachedCode(',
  find: reads(
    String.raw`(function\((NAME),NAME,NAME\)\{var (NAME)=\2\._fullLayout,NAME=!0;return \3\._glcanvas\.each\(function\((NAME)\)\{if\(\4\.regl\)\{\4\.regl\.preloadCachedCode\(NAME\);return\}if\(!\()\4\.pick&&!\3\._has\("parcoords"\)(?=\)\))`,
  ),
  replace:
    '$1$4.pick||$4.key==="focusLayer"&&!$3._has("parcoords")&&!$2._fullData.some(trace=>/^scatter/.test(trace.type)&&' +
    '(trace.selectedpoints||/select|lasso/.test($3.dragmode+$3.clickmode)))',
  upstream: { file: 'src/lib/prepare_regl.js', issue: null },
}

/** Without one, parallel coordinates draw all their lines once more, for the mouse. */
export const noLinesToPick: LibraryEdit = {
  near: '.viewModel){!',
  find: reads(String.raw`if\((NAME)\.viewModel\)(?=\{!\1\.lineLayer\|\|)`),
  replace: 'if($1.viewModel&&$1.regl)',
  upstream: { file: 'src/traces/parcoords/parcoords.js', issue: null },
}

/** And an svg need not hold the image of a canvas that nothing drew on. */
export const noIdleImages: LibraryEdit = {
  near: '._defs.select("#clip"+',
  find: reads(
    String.raw`(\.selectAll\("\.gl-canvas-context, \.gl-canvas-focus"\);function NAME\(\)\{)(?=var (NAME)=this,NAME=\2\.toDataURL\()`,
  ),
  replace: '$1if(!this.__data__.regl)return;',
  upstream: { file: 'src/plots/cartesian/index.js', issue: null },
}
