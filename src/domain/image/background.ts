/** The CSS colours that images take as their background: names, hex, rgb() and hsl() with or without alpha. */

const names = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
  slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat
  white whitesmoke yellow yellowgreen`.split(/\s+/),
)

const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const component = String.raw`\s*[+-]?(\d{1,4}(\.\d{1,6})?|\.\d{1,6})(%|deg)?\s*`
const functional = new RegExp(`^(rgb|hsl)a?\\(${component}(,${component}){2,3}\\)$`, 'i')

/**
 * Matches all of these colours, and names that are no colours. For the OpenAPI document, in the regular expression
 * syntax that all languages share.
 */
export const backgroundPattern = String.raw`^([A-Za-z]{3,20}|#[0-9A-Fa-f]{3,4}|#[0-9A-Fa-f]{6}|#[0-9A-Fa-f]{8}|([Rr][Gg][Bb]|[Hh][Ss][Ll])[Aa]?\([0-9.,%+degDEG\s-]{5,80}\))$`

/** Whether the text is a CSS colour that images take as their background. */
export const isBackground = (text: string): boolean =>
  names.has(text.toLowerCase()) || hex.test(text) || functional.test(text)
