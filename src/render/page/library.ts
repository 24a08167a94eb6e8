/**
 * The charting library as the render pages run it: places that cost much of a small chart's time for nothing are
 * changed while the file is served. Each change leaves every picture the same to the byte; docs/performance.md has
 * what each gave.
 */

interface Change {
  /** As the minified release reads there; matches once. */
  readonly find: RegExp
  readonly replace: string
}

const name = String.raw`[\w$]+`
const pattern = (source: string) => new RegExp(source.replaceAll('NAME', name), 'g')

const changes: readonly Change[] = [
  // After placing each tick label it looks among all of them for those that overflow: with n labels n² measurements.
  // Only the last look decides what is seen. (Labels set as TeX never look.)
  {
    find: pattern(
      String.raw`(\((NAME),NAME\)\{\2\.each\(function\(NAME\)\{(?:(?!function).){0,800}?)((NAME)\._adjustTickLabelsOverflow&&\4\._adjustTickLabelsOverflow\(\))`,
    ),
    replace: '$1$2[0].findLast(e=>e&&!e.querySelector(".text-math-group"))===this&&$3',
  },
  // An attribute's name is taken apart thousands of times a chart. Only a name with brackets or underscores needs a
  // second look at its parts, and only what is no string may be a number.
  {
    find: pattern(String.raw`if\((NAME)\((NAME)\)\)(\2=String\(\2\);else if\(typeof \2!="string")`),
    replace: 'if(typeof $2!="string"&&$1($2))$3',
  },
  {
    find: pattern(
      String.raw`(var (NAME)=(NAME)\.split\("\."\),NAME,NAME,NAME,(NAME);)(for\(\4=0;\4<\2\.length;\4\+\+\)if\(String\(\2\[\4\]\)\.slice\(0,2\)==="__"\)throw"bad property string";)(for\(\4=0;\4<\2\.length;\)\{)`,
    ),
    replace: '$1if($3.includes("__"))$5if($3.includes("["))$6',
  },
  // What it notes of each level on the way to an attribute nobody reads.
  {
    find: pattern(
      String.raw`(throw"container is not an object";)(NAME)=NAME\(\2,NAME\),NAME\.push\(\[NAME,\2\]\)\}`,
    ),
    replace: '$1}',
  },
  // A pattern for elements without a class list, made for each class that is set. There are none here.
  {
    find: pattern(
      String.raw`var (NAME)=NAME\(NAME\);(return function\((NAME),(NAME)\)\{if\((NAME)=\3\.classList\)return \4\?)`,
    ),
    replace: 'var $1;$2',
  },
]

/** Unchanged where the library reads otherwise than the release this was written for. */
export function tuneLibrary(source: string): string {
  const known = changes.every(({ find }) => [...source.matchAll(find)].length === 1)
  return known ? changes.reduce((text, { find, replace }) => text.replace(find, replace), source) : source
}
