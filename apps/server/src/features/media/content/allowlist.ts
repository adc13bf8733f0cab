/** What a content document may hold: elements and attributes by namespace. Anything not named here is left out or becomes plain text. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

export const HTML_ELEMENTS = words(`
  body address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote center dd div dl dt figcaption figure hr li menu ol p pre ul
  a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s samp small span strike strong
  sub sup time tt u var wbr
  area audio img map picture source track video
  caption col colgroup table tbody td tfoot th thead tr
  details summary fieldset legend meter progress`);

/** Left out with everything inside. */
export const HTML_DROPPED = words('script template base meta link param frameset frame noembed datalist bgsound keygen head title');

/** Elements that start a new block of text; everything else runs inside a line. */
export const BLOCK_LEVEL = words(`
  html body address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote center dd div dl dt figcaption figure hr li menu ol p pre ul
  caption col colgroup table tbody td tfoot th thead tr details summary fieldset legend`);

const GLOBAL = words('class dir hidden id lang role style title translate');
const HTML_ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  a: words('href hreflang type'),
  area: words('alt coords href shape'),
  audio: words('controls loop muted preload src'),
  video: words('controls height loop muted playsinline poster preload src width'),
  source: words('height media sizes src srcset type width'),
  track: words('default kind label src srclang'),
  img: words('align alt border decoding height hspace loading sizes src srcset usemap vspace width'),
  map: words('name'),
  table: words('align bgcolor border cellpadding cellspacing frame rules summary width'),
  caption: words('align'),
  col: words('align span valign width'),
  colgroup: words('align span valign width'),
  tbody: words('align valign'),
  thead: words('align valign'),
  tfoot: words('align valign'),
  tr: words('align bgcolor valign'),
  td: words('abbr align bgcolor colspan headers height nowrap rowspan scope valign width'),
  th: words('abbr align bgcolor colspan headers height nowrap rowspan scope valign width'),
  ol: words('reversed start type'),
  ul: words('type'),
  li: words('type value'),
  del: words('datetime'),
  ins: words('datetime'),
  time: words('datetime'),
  data: words('value'),
  details: words('name open'),
  br: words('clear'),
  hr: words('align noshade size width'),
  font: words('color face size'),
  p: words('align'),
  div: words('align'),
  h1: words('align'),
  h2: words('align'),
  h3: words('align'),
  h4: words('align'),
  h5: words('align'),
  h6: words('align'),
  pre: words('width'),
  meter: words('high low max min optimum value'),
  progress: words('max value'),
  input: words('checked disabled type'),
};

export const MATHML_ELEMENTS = words(`
  math maction maligngroup malignmark menclose merror mfenced mfrac mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom
  mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr
  munder munderover none semantics annotation`);
const MATHML_ATTRIBUTES = words(`
  accent accentunder align alttext bevelled close columnalign columnlines columnspacing columnspan crossout decimalpoint denomalign depth
  dir display displaystyle encoding equalcolumns equalrows fence form frame framespacing groupalign height indentalign indentshift intent
  arg largeop length linebreak linethickness location lquote lspace mathbackground mathcolor mathsize mathvariant maxsize minlabelspacing
  minsize movablelimits notation numalign open overflow position rowalign rowlines rowspacing rowspan rquote rspace scriptlevel
  scriptminsize scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift superscriptshift symmetric
  valign voffset width`);

export const SVG_ELEMENTS = words(`
  svg a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g image
  line linearGradient marker mask mpath path pattern polygon polyline radialGradient rect set stop style switch symbol text textPath title
  tspan use view`);
const SVG_ATTRIBUTES = words(`
  accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency baseline-shift begin bias by calcMode
  clip clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters color-rendering cursor cx cy d
  diffuseConstant direction display divisor dominant-baseline dur dx dy edgeMode elevation end exponent fill fill-opacity fill-rule filter
  filterUnits flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight fr from fx
  fy glyph-orientation-horizontal glyph-orientation-vertical gradientTransform gradientUnits height image-rendering in in2 intercept k1 k2
  k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust letter-spacing lighting-color limitingConeAngle
  marker-end marker-height marker-mid marker-start marker-width markerHeight markerUnits markerWidth mask mask-type maskContentUnits
  maskUnits max media method min mode numOctaves offset opacity operator order orient origin overflow paint-order path pathLength
  patternContentUnits patternTransform patternUnits pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
  primitiveUnits r radius refX refY repeatCount repeatDur requiredExtensions requiredFeatures restart result rotate rx ry scale seed
  shape-rendering slope specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color stop-opacity
  stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width surfaceScale
  systemLanguage tableValues targetX targetY text-anchor text-decoration text-orientation text-rendering textLength to transform
  transform-origin type unicode-bidi values vector-effect version viewBox visibility width word-spacing writing-mode x x1 x2
  xChannelSelector y y1 y2 yChannelSelector z zoomAndPan`);

/** Data attributes the content kernel and the reading engine give meaning to; a book may not set them. */
const OWN_DATA = /^data-(?:block|cfi|repeat|continued|epub-type|placeholder|shufang|engine)/;

export const isGlobalAttribute = (name: string): boolean =>
  GLOBAL.has(name) || name.startsWith('aria-') || (name.startsWith('data-') && /^data-[a-z0-9_.-]+$/.test(name) && !OWN_DATA.test(name));
export const isHtmlAttribute = (elementName: string, name: string): boolean =>
  Object.hasOwn(HTML_ATTRIBUTES, elementName) && HTML_ATTRIBUTES[elementName]?.has(name) === true;
export const isMathAttribute = (name: string): boolean => MATHML_ATTRIBUTES.has(name);
export const isSvgAttribute = (name: string): boolean => SVG_ATTRIBUTES.has(name) || name === 'href' || name === 'xlink:href';

/** EPUB structural types that have a role of DPUB-ARIA by the same name. */
const DPUB_ROLES = words(`
  abstract acknowledgments afterword appendix biblioentry bibliography biblioref chapter colophon conclusion cover credit credits dedication
  endnote endnotes epigraph epilogue errata example footnote foreword glossary glossref index introduction noteref notice pagebreak pagelist
  part preface prologue pullquote qna subtitle tip toc`);
const OTHER_ROLES: Readonly<Record<string, string>> = { rearnote: 'doc-endnote', rearnotes: 'doc-endnotes', 'page-list': 'doc-pagelist' };

/** The ARIA role an `epub:type` asks for, when there is a standard one. */
export const roleOfEpubType = (epubType: string): string | undefined => {
  for (const type of epubType.trim().split(/\s+/)) {
    if (DPUB_ROLES.has(type)) return `doc-${type}`;
    const other = Object.hasOwn(OTHER_ROLES, type) ? OTHER_ROLES[type] : undefined;
    if (other !== undefined) return other;
  }
  return undefined;
};
