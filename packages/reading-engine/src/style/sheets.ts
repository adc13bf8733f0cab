/** The two style sheets of every content document: `baseSheet` comes before the publisher's styles, `overrideSheet` after them.
 *  Both are constant: preferences and page geometry are custom properties and attributes of the root (apply-preferences.ts). */
import { aliasFaces, faces, mathFace, mathWebFace, monospace, OWN_FACE, publisherFaces, punctuationFaces } from './faces.ts';
import { nightInk } from './night-colors.ts';

/** The fonts before a Chinese one: in Chinese text those of its punctuation and of Latin letters, in other text any serif font. */
const latinFirst = 'var(--sf-latin)';
/** Text in Chinese or Japanese characters, whatever language the book states. */
const eastAsian = ':root:is([data-sf-script="han"], [data-sf-script="kana"])';
const chinese = ':root[data-sf-script="han"]';
const bodyText = 'p, li, dd, dt, div, section, article, blockquote, td, th, figcaption, aside';
/** Selector of the paragraphs that get the two-character indent: only body text. */
const bodyParagraph =
  'p:not(:where(li, td, th, dd, dt, figure, figcaption, header, footer, nav, aside, hgroup, [data-sf-plain]) p):not([data-sf-plain]):not(:has(> :is(img, svg, video, audio, table, math[display="block"]):only-child))';

/** Colors of the lines under highlights: dark enough on every paper for a thin line (3:1). */
const lineColors = { yellow: '#a87b00', green: '#2f8a3b', blue: '#2a72c8', pink: '#c6437f', red: '#c9382b' };
const lineRules = Object.entries(lineColors)
  .map(
    ([name, color]) => `::highlight(shufang-underline-${name}) { text-decoration: underline 2px ${color}; text-underline-offset: 0.25em; }
::highlight(shufang-wavy-${name}) { text-decoration: underline wavy 1.5px ${color}; text-underline-offset: 0.25em; }
`,
  )
  .join('');

/** The same as `::selection` of the app (`apps/web/src/app/styles/base.css`). */
const selectionColor = 'rgb(157 47 36 / 20%)';

const highlightRules = `/* Selected text, in the product's color, as in the rest of the product. */
::selection { background-color: ${selectionColor}; }
::highlight(shufang-yellow) { background-color: rgb(255 213 74 / 50%); }
::highlight(shufang-green) { background-color: rgb(120 208 130 / 45%); }
::highlight(shufang-blue) { background-color: rgb(110 176 250 / 42%); }
::highlight(shufang-pink) { background-color: rgb(246 143 190 / 45%); }
::highlight(shufang-red) { background-color: rgb(244 118 104 / 42%); }
::highlight(shufang-note) { text-decoration: underline 2px #8a6d00; }
${lineRules}/* The text of a note whose passage has a line: a faint ground. */
::highlight(shufang-lined-note) { background-color: rgb(138 109 0 / 11%); }
::highlight(shufang-search) { background-color: rgb(255 150 40 / 60%); }
/* The sentence that is read aloud: over the colors of annotations, in the product's accent color. */
::highlight(shufang-speaking) { background-color: rgb(157 47 36 / 16%); text-decoration: underline 2px rgb(157 47 36 / 70%); text-underline-offset: 0.25em; }
[data-sf-speaking] { outline: 3px solid rgb(157 47 36 / 70%) !important; outline-offset: -3px; }
@media (forced-colors: active) {
  ::highlight(shufang-yellow), ::highlight(shufang-green), ::highlight(shufang-blue), ::highlight(shufang-pink), ::highlight(shufang-red), ::highlight(shufang-search), ::highlight(shufang-speaking) { background-color: Mark; color: MarkText; }
}
`;

/** Style of pictures that can be shown large. The focus ring is inside, because pages clip what extends beyond them. */
const figureRules = `[data-sf-figure] { cursor: zoom-in; }
[data-sf-figure]:focus-visible { outline: 3px solid #2f5d50 !important; outline-offset: -3px; }
[data-sf-figure]:focus:not(:focus-visible) { outline: none; }
`;

/** Strips beside blocks: shadows, which change no layout. The first one leaves a gap between the strip and the text. */
const shadeColors = ['#e6dfd0', '#cfc5b0', '#b0a48c', '#6f6553', '#37322a'];
/** On night paper a greater shade is lighter. */
const nightShadeColors = ['#3d382f', '#5a5344', '#8b806a', '#bdb095', '#ece4d2'];
const colorRules = (colors: readonly string[], root = ''): string =>
  colors.map((color, index) => `${root}[data-sf-shade="${index + 1}"] { --sf-shade: ${color}; }`).join('\n');
const shadeRules = `[data-sf-shade] { box-shadow: -4px 0 0 0 var(--sf-paper, #fff), -10px 0 0 0 var(--sf-shade) !important; }
:root[data-sf-vertical] [data-sf-shade] { box-shadow: 0 -4px 0 0 var(--sf-paper, #fff), 0 -10px 0 0 var(--sf-shade) !important; }
${colorRules(shadeColors)}
${colorRules(nightShadeColors, ':root[data-sf-night] ')}
`;

/** Style of the buttons that open practice questions; the label is no text of the document. */
const practiceRules = `button[data-sf-practice] { display: block; margin: 0.5em 0; padding: 0.3em 1.1em; border: 1px solid currentColor; border-radius: 6px; background: transparent; color: #9d2f24 !important; font: inherit; font-size: 0.9em; line-height: 1.5; text-indent: 0; cursor: pointer; break-inside: avoid; user-select: none; -webkit-user-select: none; }
button[data-sf-practice]::before { content: attr(data-sf-practice); }
button[data-sf-practice]:hover { background: rgb(157 47 36 / 8%); }
button[data-sf-practice]:focus-visible { outline: 3px solid #2f5d50 !important; outline-offset: 1px; }
:root[data-sf-night] button[data-sf-practice] { color: inherit !important; }
`;

export const baseSheet = `
${aliasFaces()}
${punctuationFaces}
${mathWebFace}
${publisherFaces}
:root {
  text-autospace: normal;
  line-break: strict;
  text-spacing-trim: trim-start;
  hanging-punctuation: allow-end;
  overflow-wrap: break-word;
  text-size-adjust: none;
  -webkit-text-size-adjust: none;
  widows: 2;
  orphans: 2;
  color: #1f2328;
}
body { font-family: var(--sf-publisher); }
:where(p) { margin: 0 0 0.35em; }
:where(${eastAsian} p) { text-align: justify; text-justify: inter-character; }
/* No single character on the last line, where it can be avoided. */
:where(p, li, dd, blockquote) { text-wrap: pretty; }
:where(${chinese}[data-sf-indent="publisher"] :is(${bodyParagraph})) { text-indent: 2em; }
:where(h1, h2, h3, h4, h5, h6) { line-height: 1.4; text-align: start; text-indent: 0; margin: 1.6em 0 0.8em; text-wrap: balance; font-weight: 700; }
:where(h1) { font-size: 1.6em; margin-top: 0.4em; }
:where(h2) { font-size: 1.35em; }
:where(h3) { font-size: 1.15em; }
:where(h4, h5, h6) { font-size: 1em; }
:where(pre, code, kbd, samp, tt) { font-family: ${monospace}; font-size: 0.88em; text-autospace: no-autospace; text-spacing-trim: space-all; }
:where(pre) { line-height: 1.5; tab-size: 4; padding: 0.8em 1em; margin: 0.8em 0; background: rgb(0 0 0 / 4%); border-radius: 4px; text-align: start; text-indent: 0; }
:where(pre code) { font-size: inherit; }
:where(table) { border-collapse: collapse; margin: 0.8em auto; line-height: 1.5; font-size: 0.92em; text-indent: 0; }
:where(th, td) { padding: 0.35em 0.6em; border: 1px solid rgb(0 0 0 / 18%); text-align: start; vertical-align: top; }
:where(th) { background: rgb(0 0 0 / 4%); font-weight: 700; }
:where(table[role="presentation"], table[border="0"]) :where(th, td) { border: 0; background: none; }
:where(blockquote) { margin: 0.8em 2em; font-family: ${latinFirst}, ${faces.kai}; }
:where(figure) { margin: 1em 0; text-align: center; text-indent: 0; }
:where(figcaption) { font-size: 0.88em; color: #57606a; margin: 0.5em 0 0; text-indent: 0; }
:where(ul, ol) { margin: 0.5em 0; padding-inline-start: 2em; }
:where(hr) { border: 0; border-block-start: 1px solid rgb(0 0 0 / 20%); margin: 1.5em auto; inline-size: 30%; }
:where(img, video) { height: auto; vertical-align: middle; }
:where(video, audio) { max-inline-size: 100%; }
:where(a[href]) { color: #0b57d0; text-decoration: underline; text-decoration-color: rgb(11 87 208 / 35%); text-underline-offset: 0.2em; }
/* Chromium 156 misplaces the base in vertical lines where automatic space meets ruby. */
:where(ruby) { ruby-align: center; text-autospace: no-autospace; }
:where(rt) { font-size: 0.5em; line-height: 1.1; text-autospace: no-autospace; text-align: center; text-justify: auto; letter-spacing: 0; user-select: none; -webkit-user-select: none; }
:where(rp) { user-select: none; -webkit-user-select: none; }
math { font-family: ${mathFace}; text-indent: 0; }
/* A quarter of an em between a formula and a Chinese character, as text-autospace sets it between letters. */
:where(${eastAsian}) math[data-beside-han~="start"] { margin-inline-start: 0.25em; }
:where(${eastAsian}) math[data-beside-han~="end"] { margin-inline-end: 0.25em; }
[data-keep] { white-space: nowrap; }
:root[data-sf-vertical] [data-upright] { text-combine-upright: all; }
:where(math[display="block"]) { margin: 0.6em 0; }
/* Chinese is never slanted: Latin letters in an emphasis are, by their own italic. */
:where(${eastAsian}) { font-synthesis-style: none; }
:where(${chinese} :is(em, i, cite, dfn)) { font-family: ${latinFirst}, ${faces.kai}; }
:where(${chinese}[data-sf-no-kai] em) { font-style: normal; text-emphasis: filled circle; text-emphasis-position: under right; }
:where(dt) { font-weight: 700; }
:where(sup, sub, a[role~="doc-noteref"]) { line-height: 0; }
`;

/** Night paper. The colors of the publisher follow from `night-paper.ts`; what has none takes that of its surroundings. */
const nightRules = `:root[data-sf-night] { color: ${nightInk} !important; }
:root[data-sf-night] body, :root[data-sf-night] body :is(*, *::before, *::after):not(svg, svg *) { color: inherit !important; }
:root[data-sf-night] body::before, :root[data-sf-night] body::after { color: inherit !important; }
:root[data-sf-night] body { background-image: none !important; }
:root[data-sf-night] :is(img, video, canvas, svg:has(image)) { filter: brightness(0.8); }
:root[data-sf-night] :is(img[data-sf-drawing], svg:not(svg svg, :has(image))) { filter: invert(0.86) hue-rotate(180deg); }
:root[data-sf-night] svg:not(svg svg) { color: #1f2328 !important; }
:root[data-sf-night] ::selection { background-color: rgb(226 110 92 / 38%); }
:root[data-sf-night] ::highlight(shufang-yellow) { background-color: rgb(255 213 74 / 24%); }
:root[data-sf-night] ::highlight(shufang-green) { background-color: rgb(120 208 130 / 26%); }
:root[data-sf-night] ::highlight(shufang-blue) { background-color: rgb(110 176 250 / 26%); }
:root[data-sf-night] ::highlight(shufang-pink) { background-color: rgb(246 143 190 / 26%); }
:root[data-sf-night] ::highlight(shufang-red) { background-color: rgb(244 118 104 / 28%); }
:root[data-sf-night] ::highlight(shufang-note) { text-decoration-color: #d8b75a; }
:root[data-sf-night] ::highlight(shufang-lined-note) { background-color: rgb(216 183 90 / 16%); }
:root[data-sf-night] ::highlight(shufang-search) { background-color: rgb(255 150 40 / 34%); }
:root[data-sf-night] ::highlight(shufang-speaking) { background-color: rgb(226 110 92 / 24%); text-decoration-color: rgb(226 110 92 / 80%); }
`;

export const overrideSheet = `
html {
  margin: 0 !important;
  background: var(--sf-paper, #fff) !important;
  font-size: var(--sf-font-size, 16px) !important;
  scroll-behavior: auto !important;
  --sf-line: var(--sf-line-height, 1.8);
}
/* A book whose own style hides the whole of it, or shows what is no text, is set right. */
:root:not(#sf), :root:not([data-sf-plate]) > body:not(#sf) { display: block !important; visibility: visible !important; opacity: 1 !important; }
head, head *, style, template { display: none !important; }
body { line-height: var(--sf-line) !important; margin: 0 !important; background-color: transparent !important; position: static !important; }
:is(${bodyText}):not(pre *, figure *, table *, [data-sf-keep-line]) { line-height: inherit !important; }

[data-sf-face="song"] body, [data-sf-face="song"] body :not(pre, pre *, code, code *, kbd, samp, tt, math, math *, svg *) { font-family: ${latinFirst}, ${faces.song} !important; }
[data-sf-face="kai"] body, [data-sf-face="kai"] body :not(pre, pre *, code, code *, kbd, samp, tt, math, math *, svg *) { font-family: ${latinFirst}, ${faces.kai} !important; }
[data-sf-face="hei"] body, [data-sf-face="hei"] body :not(pre, pre *, code, code *, kbd, samp, tt, math, math *, svg *) { font-family: var(--sf-hei-marks) ${faces.hei} !important; }
[data-sf-face="fangsong"] body, [data-sf-face="fangsong"] body :not(pre, pre *, code, code *, kbd, samp, tt, math, math *, svg *) { font-family: ${latinFirst}, ${faces.fangsong} !important; }
[data-sf-face="own"] body, [data-sf-face="own"] body :not(pre, pre *, code, code *, kbd, samp, tt, math, math *, svg *) { font-family: "${OWN_FACE}", ${latinFirst}, ${faces.song} !important; }

[data-sf-align="justify"] ${bodyParagraph} { text-align: justify !important; text-justify: inter-character; }
[data-sf-align="start"] ${bodyParagraph} { text-align: start !important; }
/* A long word that moves to the next line would tear a justified short line apart. */
:root[data-sf-measure="short"] p[data-sf-token], :root[data-sf-measure="medium"] p[data-sf-token="huge"] { text-align: start !important; }
[data-sf-indent="two"] ${bodyParagraph} { text-indent: 2em !important; }
[data-sf-indent="none"] ${bodyParagraph} { text-indent: 0 !important; }

img, video, svg, canvas, object { max-inline-size: 100% !important; }
img, video, svg { max-width: 100% !important; max-height: var(--sf-figure-height, none) !important; object-fit: contain; break-inside: avoid; }
:root:not([data-sf-vertical], [data-sf-plate]) figure > :is(img, svg, video) { max-height: calc(var(--sf-figure-height, 100000px) - 4.5em) !important; }
/* A percentage of the width is nothing definite in vertical lines: the page's own measure is. */
:root[data-sf-vertical] :is(img, video, svg, canvas, object) { max-width: var(--sf-figure-width, none) !important; max-height: min(100%, var(--sf-figure-height, 100000px)) !important; }
:root[data-sf-vertical]:not([data-sf-plate]) figure > :is(img, svg, video) { max-width: calc(var(--sf-figure-width, 100000px) - 4.5em) !important; }
ruby, rt { text-indent: 0 !important; }
figure:not(:has(pre)), tr, math[display="block"] { break-inside: avoid; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
/* Code breaks between pages: a box that scrolls or has a height of its own would be cut off. */
pre, :is(div, figure):has(> pre) { overflow: visible !important; block-size: auto !important; max-block-size: none !important; break-inside: auto !important; }
pre { white-space: pre-wrap !important; text-indent: var(--sf-hanging, 0) hanging each-line !important; overflow-wrap: anywhere; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
table { max-inline-size: 100%; }
/* The later part of a paragraph or an item that was cut between two segments. */
/* A document starts at the top of its page, as every column after the first does. */
[data-sf-first] { margin-block-start: 0 !important; }
[data-continued] { text-indent: 0 !important; list-style: none !important; margin-block-start: 0 !important; }
/* Spaces of code may be stretched, its letters not. */
code, kbd, samp, tt, math { text-justify: inter-word; }
table[data-sf-wide] { display: block !important; inline-size: auto !important; max-inline-size: 100% !important; max-block-size: var(--sf-figure-height, none); overflow: auto; }
table[data-sf-crushed] { table-layout: auto !important; }
table[data-sf-crushed] [data-sf-row] { min-inline-size: var(--sf-cell) !important; }
math[display="block"] { max-inline-size: 100%; overflow-x: auto; overflow-y: hidden; }
a[href], img { -webkit-user-drag: none; }

:root[data-sf-view="paged"] {
  overscroll-behavior: none;
  box-sizing: border-box !important;
  width: var(--sf-page-width) !important;
  height: var(--sf-page-height) !important;
  min-width: 0 !important; max-width: none !important; min-height: 0 !important; max-height: none !important;
  padding: var(--sf-padding) !important;
  border: 0 !important;
  overflow: hidden !important;
  column-count: var(--sf-columns) !important;
  column-width: auto !important;
  column-gap: var(--sf-gap) !important;
  column-fill: auto !important;
  column-rule: 0 !important;
  position: static !important;
  touch-action: pinch-zoom;
}
/* A change of the extent does not change the styles of the content. */
@property --sf-extent { syntax: "*"; inherits: false; }
:root[data-sf-view="paged"]::after {
  content: "" !important; display: block !important; position: absolute !important; width: 1px !important; height: 1px !important;
  --sf-extent: inherit; inset: var(--sf-extent) !important; visibility: hidden !important;
}
:root[data-sf-view="paged"] body, :root[data-sf-view="scroll"] body {
  width: auto !important; height: auto !important; min-width: 0 !important; max-width: none !important; min-height: 0 !important; max-height: none !important;
  padding: 0 !important; border: 0 !important; columns: auto !important; overflow: visible !important; float: none !important;
}
:root[data-sf-view="paged"][data-sf-plate] body {
  display: flex !important; flex-direction: column !important; justify-content: safe center !important; align-items: stretch !important;
  min-block-size: var(--sf-block-room) !important; text-align: center !important;
}
:root[data-sf-view="paged"][data-sf-plate] body > :is(img, svg, video) { align-self: center; flex: none; }
:root[data-sf-view="paged"][data-sf-plate] body > * { margin-block: 0 !important; }
:root[data-sf-plate] body :not(svg, svg *) { text-align: center !important; text-indent: 0 !important; }
:root[data-sf-plate] :is(img, svg, video) { margin-inline: auto !important; }
:root[data-sf-view="scroll"] {
  box-sizing: border-box !important;
  padding: var(--sf-padding) !important;
  overflow: hidden !important;
  width: auto !important; height: auto !important; min-height: 0 !important; max-height: none !important;
}
:root[data-sf-view="scroll"][data-sf-vertical] { height: var(--sf-page-height) !important; width: max-content !important; }
:root[data-sf-view="scroll"][data-sf-crosswise] { overflow: auto !important; }

${practiceRules}
${shadeRules}
${figureRules}
${highlightRules}
${nightRules}`;

/** The only style sheet that the engine adds to a page with a fixed layout. */
export const fixedSheet = `
html { overflow: hidden !important; background: #fff; }
:root[data-sf-night] { filter: brightness(0.8); }
body { margin: 0; }
${figureRules}
${highlightRules}`;
