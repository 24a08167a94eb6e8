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
 * Removes redraws of a 3d scene in each frame after a change, because the image export draws it in any case.
 * `render() { scene._stopped || scene.contextLost || (redraw(), requestAnimationFrame(render)) }`
 */
export const noSceneFrames: LibraryEdit = {
  near: '.contextLost||(',
  find: reads(String.raw`(?<=\._stopped\|\|NAME\.contextLost)\|\|\(NAME\(\),requestAnimationFrame\(NAME\)\)`),
  replace: '',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * Removes the pick pass of 3d scenes, which draws them in other colours for mouse interaction.
 * `pickDirty && (pickDirty = false, renderPick()), scene.axesPixels = …`
 */
export const noPicking: LibraryEdit = {
  near: '.axesPixels=',
  find: reads(String.raw`(NAME)&&\(\1=!1,NAME\(\)\),(?=NAME\.axesPixels=)`),
  replace: '',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * While it is plotted, a 3d scene is drawn on a detached canvas as large as the window. This initialises its axes, which do not
 * depend on the size; the pixels are not needed.
 * `if (scene.onrender) scene.onrender(); gl.bindFramebuffer(gl.FRAMEBUFFER, null); gl.viewport(…) …`
 */
export const noUnseenScene: LibraryEdit = {
  near: '.onrender()',
  find: reads(
    String.raw`(NAME\.onrender&&NAME\.onrender\(\)),(?=(NAME)\.bindFramebuffer\(\2\.FRAMEBUFFER,null\),\2\.viewport\()`,
  ),
  replace: '$1;if(!$2.canvas.parentNode)return;',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * That canvas is antialiased, which takes nine times the memory of its pixels, and its previous buffer stays until the next
 * frame. So it is minimal until the scene is drawn for the image, and both dimensions are set at once.
 */
export const smallUnseenCanvas: LibraryEdit = {
  near: '.position||"absolute"',
  find: reads(String.raw`:\(NAME=window\.innerWidth,NAME=window\.innerHeight\)(?=;var NAME=Math\.ceil\()`),
  replace: ':0',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * Frees its memory when the image of the scene is read, which is not copied before it is put on a canvas.
 * `gl.readPixels(…) … var imageData = context.createImageData(w, h); imageData.data.set(pixels); context.putImageData(…)`
 */
export const emptiedCanvas: LibraryEdit = {
  near: '.make4thDimension=function',
  find: reads(
    String.raw`((NAME)\.readPixels\(0,0,(NAME),(NAME),\2\.RGBA,\2\.UNSIGNED_BYTE,(NAME)\))(.{0,200}?),NAME=(NAME)\.createImageData\(\3,\4\);NAME\.data\.set\(\5\),\7\.putImageData\(NAME,0,0\)`,
  ),
  replace:
    '$1,$2.canvas.width=1$6;$7.putImageData(new ImageData(new Uint8ClampedArray($5.buffer),$3,$4),0,0)',
  upstream: { file: 'src/plots/gl3d/scene.js', issue: null },
}

/** Texts of 3d scenes are drawn on a canvas for a dozen lines, which takes 32 MB. Reduces it to two lines. */
export const lowTextCanvas: LibraryEdit = {
  near: '=8192,',
  find: reads(String.raw`(NAME\.width=8192,NAME\.height)=1024`),
  replace: '$1=288',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * If more lines are needed, the canvas grows, which resets the font, so that a text looked different once the canvas was as
 * large. Restores it. For more than a dozen lines the canvas is only as wide as they are, because 400 lines of a letter took
 * 1 GB, and has at most 256 MB.
 * `lineCount = lines.length, … height = lineCount * lineHeight + top; if (canvas.height < height) canvas.height = height;`
 */
export const grownTextCanvas: LibraryEdit = {
  near: '"italic bold "',
  find: reads(
    String.raw`((NAME)=(NAME)\.length,(NAME)=Math\.round\(NAME\*NAME\),NAME=NAME,(NAME)=NAME\*2,NAME=0,(NAME)=\2\*\4\+\5;)(NAME)\.height<\6&&\(\7\.height=\6\)(?=,(NAME)\.fillStyle="#000")`,
  ),
  replace:
    '$1$7.height<$6&&(({font,textAlign,textBaseline,direction})=>{if($6>1024){' +
    // Bold letters are wider.
    'let widest=Math.max(...$3.map(line=>$8.measureText(line).width)),width=Math.min($7.width,Math.ceil(widest*1.5)+2*$5);' +
    '$2=Math.min($2,Math.floor((2**26/width-$5)/$4));Object.assign($7,{width,height:$2*$4+$5})' +
    '}else $7.height=$6;Object.assign($8,{font,textAlign,textBaseline,direction})})($8)',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/** Frees its memory as soon as such a text was read. `pixels = ndarray(context.getImageData(…).data, [height, width, 4])` */
export const freedTextCanvas: LibraryEdit = {
  near: '.pick(-1,-1,0).transpose(1,0)',
  find: reads(
    String.raw`(NAME\((NAME)\.getImageData\(0,0,NAME,NAME\)\.data,\[NAME,NAME,4\]\))(?=;return NAME\.pick\(-1,-1,0\))`,
  ),
  replace: '$1;if($2.canvas.height>1024)Object.assign($2.canvas,{width:8192,height:288})',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * The library disposes the shaders of a 3d scene with it, but never removes the linked programs from a table, because it uses
 * the wrong key. Keeps the shaders, so that later scenes can reuse both.
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
 * Both dimensions are set at once, because each change makes new buffers. Canvases for selections are new each time.
 * `glcanvas.enter().append('canvas') … .attr('width', layout.width * ratio).attr('height', layout.height * ratio)`
 */
export const keptCanvas: LibraryEdit = {
  near: '"gl-canvas gl-canvas-"',
  find: reads(
    String.raw`(NAME)(\._glcanvas\.enter\(\)\.append\()"canvas"(?=\).{0,250}?;var NAME=(NAME)\._context\.plotGlPixelRatio;)`,
  ),
  replace:
    '$1$2({context})=>{if(!context)return document.createElement("canvas");let ratio=$3._context.plotGlPixelRatio;' +
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
