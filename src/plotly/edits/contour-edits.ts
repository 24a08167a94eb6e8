/** Edits that speed up contours and the interpolation of missing values, applied to all parts that use them. */

import { type LibraryEdit, plotlyIssue, reads } from './library-edit.ts'

/** Finds the cells with a known neighbour round by round, next to those of the round before. */
const spreading = `{
let key=(row,column)=>row*67108864+column,counts=new Map(Object.values($2).map(cell=>[key(cell[0],cell[1]),cell[2]])),
waiting=new Map($1.map(cell=>[key(cell[0],cell[1]),cell])),last=[...counts.keys()];
while(waiting.size){
let found=new Map;
for(let near of last)for(let at of[near-67108864,near+67108864,near-1,near+1]){
let cell=waiting.get(at);if(!cell||found.has(at))continue;
let count=((counts.get(at-67108864)||0)+(counts.get(at+67108864)||0)+(counts.get(at-1)||0)+(counts.get(at+1)||0))/20;
if(count)found.set(at,[...cell,count])}
if(!found.size)throw"findEmpties iterated with no new neighbors";
last=[...found.keys()].sort((a,b)=>b-a);
for(let at of last){let cell=found.get(at);counts.set(at,cell[2]);waiting.delete(at);$3.push(cell)}}}`

/**
 * Orders cells without a value by their distance from known values. The library scans all remaining cells in each round,
 * using strings as keys: 90,000 cells took most of 26 s.
 * `while (noNeighborList.length) { … for (thisPt in newNeighborHash) { …; empties.push(newNeighborHash[thisPt]) } }`
 */
const emptyCells: LibraryEdit = {
  near: 'findEmpties iterated with no new neighbors',
  find: reads(
    String.raw`for\(;(NAME)\.length;\)\{for\((?:(?!return ).){0,400}?throw"findEmpties iterated with no new neighbors";for\(NAME in NAME\)(NAME)\[NAME\]=NAME\[NAME\],(NAME)\.push\(NAME\[NAME\]\)\}`,
  ),
  replace: spreading,
  upstream: { file: 'src/traces/heatmap/find_empties.js', issue: plotlyIssue(3166) },
}

/**
 * One relaxation round over the cells without a value, on typed arrays: each becomes the mean of its neighbours plus an
 * overshoot. Sums are computed in the library's order, so that the results are identical.
 */
const oneRound = `(z,cells)=>{
let rows=z.length,width=z.reduce((most,row)=>Math.max(most,row.length),0),values=new Float64Array(rows*width).fill(NaN);
z.forEach((row,i)=>{for(let j=0;j<row.length;j++)if(row[j]!==void 0)values[i*width+j]=row[j]});
let places=Uint32Array.from(cells,cell=>cell[0]*width+cell[1]);
return{write(){cells.forEach((cell,p)=>{z[cell[0]][cell[1]]=values[places[p]]})},run(overshoot){
let most=0,sum,count,least,highest;
let add=value=>{if(value===value){if(sum===0)least=highest=value;else{if(value<least)least=value;if(value>highest)highest=value}count++;sum+=value}};
for(let p=0;p<places.length;p++){
let at=places[p],column=at%width,before=values[at];sum=count=0;
if(at>=width)add(values[at-width]);
if(at+width<values.length)add(values[at+width]);
if(column>0)add(values[at-1]);
if(column+1<width)add(values[at+1]);
let value=(1+overshoot)*(sum/count)-overshoot*before;values[at]=value;
if(highest>least)most=Math.max(most,Math.abs(value-before)/(highest-least))}
return most}}}`

/**
 * A hundred rounds on sparse arrays took 20 s for 360,000 cells. After the first round no cell is empty.
 * `for (i = 0; i < 100 && change > THRESHOLD; i++) change = iterateInterp2d(z, empties, correctionOvershoot(change))`
 */
const interpolatedCells: LibraryEdit = {
  near: `"interp2d didn't converge quickly"`,
  find: reads(
    String.raw`(for\((NAME)=\2\.slice\(NAME\),NAME=0);(NAME<100&&NAME>NAME;NAME\+\+)\)(NAME)=NAME\((NAME),\2,(NAME\(\4\))\);(?=return )`,
  ),
  replace: `let plotgateRound=(${oneRound})($5,$2.slice($2.findIndex(cell=>cell[2]<4)>>>0));$1;$3)$4=plotgateRound.run($6);plotgateRound.write();`,
  upstream: { file: 'src/traces/heatmap/interp2d.js', issue: plotlyIssue(3166) },
}

/**
 * Closed contours begin at the first remaining crossing. The library lists all remaining crossings for each contour, of which
 * noise has thousands. No crossings are ever added, so going through the list once is enough.
 * `while (Object.keys(info.crossings).length && count < 10000) { count++; start = Object.keys(info.crossings)[0].split(…`
 */
const crossingsInTurn: LibraryEdit = {
  near: '.crossings)[0]',
  find: reads(
    String.raw`(for\(NAME=0;)Object\.keys\((NAME)\.crossings\)\.length&&(NAME<1e4;\)NAME\+\+,NAME=)Object\.keys\(\2\.crossings\)\[0\]`,
  ),
  replace:
    'let plotgateLeft=Object.keys($2.crossings),plotgateNext=0;' +
    '$1(()=>{for(;plotgateNext<plotgateLeft.length;plotgateNext++)if(plotgateLeft[plotgateNext]in $2.crossings)return!0})()&&' +
    '$3plotgateLeft[plotgateNext]',
  upstream: { file: 'src/traces/contour/find_all_paths.js', issue: null },
}

/**
 * Skips the fill image of contours with one row or column, which would have no size.
 * `imageWidth = Math.round(right - left); …; isOffScreen = left >= xa._length || …`
 */
const thinContours: LibraryEdit = {
  near: '.yfill);var ',
  find: reads(
    String.raw`((NAME)=Math\.round\(NAME-NAME\),(NAME)=Math\.round\(NAME-NAME\),NAME=)(?=NAME>=NAME\._length\|\|)`,
  ),
  replace: '$1!($2>=0&&$3>=0)||',
  upstream: { file: 'src/traces/heatmap/plot.js', issue: null },
}

export const contourEdits = { emptyCells, interpolatedCells, crossingsInTurn, thinContours } satisfies Record<
  string,
  LibraryEdit
>
