/** Performance edits for WebGL: an image is drawn once and needs no mouse interaction. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * Removes the spatial index for hovering that scattergl builds from 100,000 points on.
 * `tooMany && xaxis is not log && yaxis is not log ? stash.tree = cluster(positions) : stash.ids = ids`
 */
export const noPointTree: LibraryEdit = {
  near: '.type!=="log"?',
  find: reads(String.raw`NAME&&NAME\.type!=="log"&&NAME\.type!=="log"\?NAME\.tree=NAME\(NAME\):`),
  replace: '',
  upstream: { file: 'src/traces/scattergl/calc.js', issue: null },
}

/**
 * A WebGL plot has additional canvases for selections and mouse interaction, each cleared, antialiased and encoded as a png.
 * Images need none for the mouse, and only scattergl uses the one for selections.
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

/**
 * Of the plots that use these canvases, only two compare depths: lines of parallel coordinates, and the grids of large sploms.
 * For the others a canvas has no depths, whose buffer would be half of its memory.
 * `createRegl({canvas, attributes: {antialias: !layer.pick, preserveDrawingBuffer: true}, pixelRatio: plot._context …`
 */
export const noIdleDepths: LibraryEdit = {
  near: 'attributes:{antialias:',
  find: reads(
    String.raw`(antialias:!(NAME)\.pick,preserveDrawingBuffer:!0)(?=\},pixelRatio:(NAME)\._context)`,
  ),
  replace:
    '$1,depth:!!$3._fullLayout._hasOnlyLargeSploms||$2.key==="focusLayer"&&$3._fullLayout._has("parcoords")',
  upstream: { file: 'src/lib/prepare_regl.js', issue: null },
}

/** Removes the additional drawing of all lines of parallel coordinates for mouse interaction. */
export const noLinesToPick: LibraryEdit = {
  near: '.viewModel){!',
  find: reads(String.raw`if\((NAME)\.viewModel\)(?=\{!\1\.lineLayer\|\|)`),
  replace: 'if($1.viewModel&&$1.regl)',
  upstream: { file: 'src/traces/parcoords/parcoords.js', issue: null },
}

/** Omits the images of unused canvases from the svg. */
export const noIdleImages: LibraryEdit = {
  near: '._defs.select("#clip"+',
  find: reads(
    String.raw`(\.selectAll\("\.gl-canvas-context, \.gl-canvas-focus"\);function NAME\(\)\{)(?=var (NAME)=this,NAME=\2\.toDataURL\()`,
  ),
  replace: '$1if(!this.__data__.regl)return;',
  upstream: { file: 'src/plots/cartesian/index.js', issue: null },
}

/**
 * Plots of WebGL take a canvas that is kept in the page, with its context (`browser/renderer/isolation/kept-canvases.ts`).
 * Both dimensions are set at once, because each change makes new buffers. Canvases for selections, and those with depths, are
 * new each time.
 * `glcanvas.enter().append('canvas') … .attr('width', layout.width * ratio).attr('height', layout.height * ratio)`
 */
export const keptCanvas: LibraryEdit = {
  near: '"gl-canvas gl-canvas-"',
  find: reads(
    String.raw`(NAME)(\._glcanvas\.enter\(\)\.append\()"canvas"(?=\).{0,250}?;var NAME=(NAME)\._context\.plotGlPixelRatio;)`,
  ),
  replace:
    '$1$2({context})=>{if(!context||$1._hasOnlyLargeSploms)return document.createElement("canvas");let ratio=$3._context.plotGlPixelRatio;' +
    'return self.plotgateCanvas("plot",Math.floor($1.width*ratio),Math.floor($1.height*ratio))}',
  upstream: { file: 'src/plot_api/plot_api.js', issue: null },
}

/** And maps. `this._canvas = DOM.create('canvas', 'maplibregl-canvas', container)` */
export const keptMapCanvas: LibraryEdit = {
  near: '"maplibregl-canvas",',
  find: reads(String.raw`NAME\.create\("canvas","maplibregl-canvas",(NAME)\)`),
  replace: '$1.appendChild(Object.assign(self.plotgateCanvas("map"),{className:"maplibregl-canvas"}))',
  upstream: { file: 'src/plots/map/map.js', issue: null },
}

/**
 * Texts of scattergl share shaders and images of letters, by context. As contexts are kept, they share them by the regl of
 * their figure instead.
 * `shader = shaders.get(gl); regl = shader ? shader.regl : options.regl || createRegl({ gl }); … shaders.set(gl, shader)`
 */
export const textsOfOneFigure: LibraryEdit = {
  near: 'this.shader=this.createShader()',
  find: reads(
    String.raw`(this\.shader=NAME\.get\()this\.gl(\),this\.shader\?this\.regl=this\.shader\.regl:this\.regl=(NAME)\.regl\|\|.{0,200}?this\.shader=this\.createShader\(\),NAME\.set\(this\.)gl,`,
  ),
  replace: '$1$3.regl$2regl,',
  upstream: { file: 'src/traces/scattergl/plot.js', issue: null },
}

/**
 * The library generates the code of its WebGL commands for each figure, and finds the same code, compiled, by its SHA-256. It
 * remembers the digests of the last codes.
 * `code = join(parts).replace(/;/g, ';\n') … if (cache && (digest = sha256(code), cache[digest])) return cache[digest].apply(null, linked)`
 */
export const knownCode: LibraryEdit = {
  near: '.replace(/}/g,',
  find: reads(
    String.raw`var (NAME)=(NAME\(NAME\))((?:\.replace\(/[;{}]/g,.[;{}]\n.\)){3}),(NAME);if\((NAME)&&\(\4=(NAME)\(\1\),(?=\5\[\4\]\)\)return \5\[\4\](\.apply\(null,NAME\)))`,
  ),
  replace:
    'var $1=$2,text=$1,$4=$6.known?.get(text);if($5&&$5[$4])return $5[$4]$7;$1=$1$3;' +
    'if($5&&($4=$6($1),$6.known?.size<200||($6.known=new Map),$6.known.set(text,$4),',
  upstream: { file: '@plotly/regl', issue: null },
}

/**
 * Points that others cover wholly are left out (`browser/renderer/shown-points.ts`).
 * `getMarkerDrawOptions = (symbol, trace, points) => { … if (!trace.tree) return points ? [these points] : [all points] …`
 */
export const shownPointsOnly: LibraryEdit = {
  near: 'getMarkerDrawOptions=function',
  find: reads(String.raw`(count:NAME\}=(NAME);if\(!NAME\)return )(NAME)(?=\?)`),
  replace: '$1($3??=self.plotgateShownPoints($2,this.palette,this.regl._gl.canvas))',
  upstream: { file: 'src/traces/scattergl/plot.js', issue: null },
}
