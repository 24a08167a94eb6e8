/** Performance edits for 3d scenes: an image is drawn once and needs no mouse interaction. */

import { type LibraryEdit, reads } from './library-edit.ts'

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
 * Each buffer of that pass is as large as its scene, has depths, and a copy in the page. The objects of a scene are numbered
 * by its buffers, so they stay, with one pixel.
 * `pickBuffer = createSelect(gl, viewShape); pickBufferIds[i] = numPick; pickBuffers.push(pickBuffer); …`
 */
export const smallPickBuffers: LibraryEdit = {
  near: '.setPickBase(1)',
  find: reads(
    String.raw`(NAME=NAME\(NAME,)NAME(\);NAME\[NAME\]=NAME,NAME\.push\(NAME\),NAME\.push\(NAME\),NAME\.setPickBase\(1\))`,
  ),
  replace: '$1[1,1]$2',
  upstream: { file: 'stackgl_modules/index.js', issue: null },
}

/**
 * What is translucent is drawn on a buffer of its own, which gets the size of the scene when it is first used, and had that of
 * the last scene until then.
 * `accumBuffer = createFBO(gl, gl.drawingBufferWidth, gl.drawingBufferHeight, {preferFloat: !isMobile})`
 */
export const smallBlendBuffer: LibraryEdit = {
  near: '{preferFloat:!',
  find: reads(String.raw`(NAME\((NAME),)\2\.drawingBufferWidth,\2\.drawingBufferHeight(?=,\{preferFloat:!)`),
  replace: '$1 1,1',
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
 * All scenes share a canvas, whose size the page decides (`browser/renderer/isolation/scene-canvas.ts`).
 * `width = window.innerWidth … if (nextWidth !== canvas.width || …) { canvas.width = nextWidth; canvas.height = nextHeight; …`
 */
export const sharedSceneCanvas: LibraryEdit = {
  near: '.position||"absolute"',
  find: reads(
    String.raw`:\(NAME=window\.innerWidth,NAME=window\.innerHeight\)(;var (NAME)=Math\.ceil\(NAME\*(NAME)\.pixelRatio\)\|0,(NAME)=Math\.ceil\(NAME\*NAME\.pixelRatio\)\|0;)if\(\2!==(NAME)\.width\|\|\4!==\5\.height\)\{\5\.width=\2,\5\.height=\4;`,
  ),
  replace: ':0$1{self.plotgateScene($3.gl,$2,$4);',
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
