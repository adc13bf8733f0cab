/** The allowed elements and attributes of a content document by namespace. Anything else is left out or becomes plain text. */

const splitNames = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

export const HTML_ELEMENTS = splitNames(`
  body address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote center dd div dl dt figcaption figure hr li menu ol p pre ul
  a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s samp small span strike strong
  sub sup time tt u var wbr
  area audio img map picture source track video
  caption col colgroup table tbody td tfoot th thead tr
  details summary fieldset legend meter progress`);

/** Elements that are removed with their content. */
export const HTML_DROPPED = splitNames('script template base meta link param frameset frame noembed datalist bgsound keygen head title');

/** Elements that start a new block of text; all others are inline. */
export const BLOCK_LEVEL = splitNames(`
  html body address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote center dd div dl dt figcaption figure hr li menu ol p pre ul
  caption col colgroup table tbody td tfoot th thead tr details summary fieldset legend`);

const GLOBAL = splitNames('class dir hidden id lang role style title translate');
const HTML_ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  a: splitNames('href hreflang type'),
  area: splitNames('alt coords href shape'),
  audio: splitNames('controls loop muted preload src'),
  video: splitNames('controls height loop muted playsinline poster preload src width'),
  source: splitNames('height media sizes src srcset type width'),
  track: splitNames('default kind label src srclang'),
  img: splitNames('align alt border decoding height hspace loading sizes src srcset usemap vspace width'),
  map: splitNames('name'),
  table: splitNames('align bgcolor border cellpadding cellspacing frame rules summary width'),
  caption: splitNames('align'),
  col: splitNames('align span valign width'),
  colgroup: splitNames('align span valign width'),
  tbody: splitNames('align valign'),
  thead: splitNames('align valign'),
  tfoot: splitNames('align valign'),
  tr: splitNames('align bgcolor valign'),
  td: splitNames('abbr align bgcolor colspan headers height nowrap rowspan scope valign width'),
  th: splitNames('abbr align bgcolor colspan headers height nowrap rowspan scope valign width'),
  ol: splitNames('reversed start type'),
  ul: splitNames('type'),
  li: splitNames('type value'),
  del: splitNames('datetime'),
  ins: splitNames('datetime'),
  time: splitNames('datetime'),
  data: splitNames('value'),
  details: splitNames('name open'),
  br: splitNames('clear'),
  hr: splitNames('align noshade size width'),
  font: splitNames('color face size'),
  p: splitNames('align'),
  div: splitNames('align'),
  h1: splitNames('align'),
  h2: splitNames('align'),
  h3: splitNames('align'),
  h4: splitNames('align'),
  h5: splitNames('align'),
  h6: splitNames('align'),
  pre: splitNames('width'),
  meter: splitNames('high low max min optimum value'),
  progress: splitNames('max value'),
  input: splitNames('checked disabled type'),
};

export const MATHML_ELEMENTS = splitNames(`
  math maction maligngroup malignmark menclose merror mfenced mfrac mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom
  mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr
  munder munderover none semantics annotation`);
const MATHML_ATTRIBUTES = splitNames(`
  accent accentunder align alttext bevelled close columnalign columnlines columnspacing columnspan crossout decimalpoint denomalign depth
  dir display displaystyle encoding equalcolumns equalrows fence form frame framespacing groupalign height indentalign indentshift intent
  arg largeop length linebreak linethickness location lquote lspace mathbackground mathcolor mathsize mathvariant maxsize minlabelspacing
  minsize movablelimits notation numalign open overflow position rowalign rowlines rowspacing rowspan rquote rspace scriptlevel
  scriptminsize scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift superscriptshift symmetric
  valign voffset width`);

export const SVG_ELEMENTS = splitNames(`
  svg a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g image
  line linearGradient marker mask mpath path pattern polygon polyline radialGradient rect set stop style switch symbol text textPath title
  tspan use view`);
const SVG_ATTRIBUTES = splitNames(`
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

/** Data attributes with a meaning for the content kernel and the reading engine; a book may not set them. */
const OUR_DATA_ATTRIBUTES =
  /^data-(?:block|cfi|repeat|continued|epub-type|placeholder|shufang|engine|keep|upright|beside-han|unicode|tex(?![a-z]))/;

export const isGlobalAttribute = (name: string): boolean =>
  GLOBAL.has(name) ||
  name.startsWith('aria-') ||
  (name.startsWith('data-') && /^data-[a-z0-9_.-]+$/.test(name) && !OUR_DATA_ATTRIBUTES.test(name));
export const isHtmlAttribute = (elementName: string, name: string): boolean =>
  Object.hasOwn(HTML_ATTRIBUTES, elementName) && HTML_ATTRIBUTES[elementName]?.has(name) === true;
export const isMathAttribute = (name: string): boolean => MATHML_ATTRIBUTES.has(name);
export const isSvgAttribute = (name: string): boolean => SVG_ATTRIBUTES.has(name) || name === 'href' || name === 'xlink:href';

/** EPUB structural types for which a DPUB-ARIA role of the same name exists. */
const DPUB_ROLES = splitNames(`
  abstract acknowledgments afterword appendix biblioentry bibliography biblioref chapter colophon conclusion cover credit credits dedication
  endnote endnotes epigraph epilogue errata example footnote foreword glossary glossref index introduction noteref notice pagebreak pagelist
  part preface prologue pullquote qna subtitle tip toc`);
const OTHER_ROLES: Readonly<Record<string, string>> = { rearnote: 'doc-endnote', rearnotes: 'doc-endnotes', 'page-list': 'doc-pagelist' };

/** Returns the ARIA role for an `epub:type`, if there is a standard one. */
export const roleOfEpubType = (epubType: string): string | undefined => {
  for (const type of epubType.trim().split(/\s+/)) {
    if (DPUB_ROLES.has(type)) return `doc-${type}`;
    const other = Object.hasOwn(OTHER_ROLES, type) ? OTHER_ROLES[type] : undefined;
    if (other !== undefined) return other;
  }
  return undefined;
};
