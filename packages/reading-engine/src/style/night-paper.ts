/**
 * Night paper: finds the colors of a publisher in a loaded document and adds rules with those for the night, and finds out which pictures are
 * drawings on white or nothing, which are inverted; photographs are only dimmed. The rules apply while the root has `data-sf-night`.
 */
import { cssColor, nightBorder, nightGround, nightText, onWhite } from './night-colors.ts';

/** Pictures are judged on a canvas of so many pixels in each direction. */
const SAMPLE = 24;
/** Share of transparent or white pixels from which a picture is a drawing. */
const DRAWING_SHARE = 0.5;

const isDrawing = (image: HTMLImageElement): boolean => {
  const canvas = document.createElement('canvas');
  canvas.width = SAMPLE;
  canvas.height = SAMPLE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE);
  let light = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isWhite = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 235;
    if (isWhite || (data[at + 3] ?? 0) < 64) light += 1;
  }
  return light / (data.length / 4) > DRAWING_SHARE;
};

const judgePicture = (image: HTMLImageElement): void => {
  if (!image.complete || image.naturalWidth === 0) return;
  try {
    image.toggleAttribute('data-sf-drawing', isDrawing(image));
  } catch (error) {
    // The pixels of a picture of another origin cannot be read. The error is recognized by its name, because it may belong to another window.
    if ((error as Error).name !== 'SecurityError') throw error;
  }
};

const treatPictures = (doc: Document): void => {
  for (const image of doc.images) judgePicture(image);
  doc.addEventListener(
    'load',
    ({ target }) => (target as Element | null)?.localName === 'img' && judgePicture(target as HTMLImageElement),
    {
      capture: true,
    },
  );
};

/** Values of one kind, each with its number, which is also that of its rule. */
const createRules = (attribute: string, ruleOf: (value: string) => string) => {
  const numbers = new Map<string, number>();
  return {
    use: (element: Element, value: string): void => {
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      element.setAttribute(attribute, String(number));
    },
    text: (): string =>
      [...numbers]
        .map(
          ([value, number]) =>
            `:root[data-sf-night] body:is(*, #sf) [${attribute}="${number}"], :root[data-sf-night] body[${attribute}="${number}"] { ${ruleOf(value)} }`,
        )
        .join('\n'),
  };
};

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

const treatColors = (doc: Document, view: Window): string => {
  const inks = createRules('data-sf-ink', (color) => `color: ${color} !important;`);
  const grounds = createRules('data-sf-ground', (color) => `background: ${color} !important;`);
  const borders = createRules('data-sf-border', (color) => `border-color: ${color} !important;`);
  const inkOf = new Map<Element | null, string>([[doc.documentElement, view.getComputedStyle(doc.documentElement).color]]);
  const elements = [doc.body, ...doc.body.querySelectorAll(':not(svg, svg *)')];
  for (const element of elements) {
    const style = view.getComputedStyle(element);
    inkOf.set(element, style.color);
    const ink = style.color === inkOf.get(element.parentElement) ? undefined : onWhite(style.color);
    if (ink) inks.use(element, cssColor(nightText(ink)));
    const ground = onWhite(style.backgroundColor);
    const hasPicture = style.backgroundImage !== 'none' && element.textContent?.trim() !== '';
    if (element !== doc.body && (ground || hasPicture)) grounds.use(element, ground ? cssColor(nightGround(ground)) : 'none');
    const side = SIDES.find((each) => style[`border${each}Style`] !== 'none' && Number.parseFloat(style[`border${each}Width`]) > 0);
    const border = side && onWhite(style[`border${side}Color`]);
    if (border) borders.use(element, cssColor(nightBorder(border)));
  }
  return [inks, grounds, borders].map((rules) => rules.text()).join('\n');
};

const treated = new WeakSet<Document>();

/** Treats a document once, when its styles are loaded and it has night paper. */
export const treatForNight = (root: HTMLElement): void => {
  const doc = root.ownerDocument;
  const view = doc.defaultView;
  if (!root.hasAttribute('data-sf-night') || treated.has(doc) || !view || !doc.body) return;
  treated.add(doc);
  root.removeAttribute('data-sf-night');
  const rules = treatColors(doc, view);
  root.setAttribute('data-sf-night', '');
  const sheet = new (view as unknown as typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(rules);
  doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet];
  treatPictures(doc);
};
