/** Pictures of a book that open large: which they are, and what one shows as plain pixels. Nothing but pixels and words leaves the frame. */
import type { SegmentFrame } from '../layout/segment-frame.ts';

const MARK = 'data-sf-figure';
/** Smaller than this (CSS pixels of the picture itself) it is a sign in a line: a rare character, a formula, an ornament. */
const SMALLEST = { width: 120, height: 80 };
/** Most pixels that are handed on: what one canvas of a phone holds. */
const PIXELS_MAX = 16_000_000;
/** Drawings have no pixels of their own: so many along the longer edge stay sharp when they are zoomed. */
const DRAWING_EDGE = 3_000;
const XLINK = 'http://www.w3.org/1999/xlink';

/** What styles may have done to a drawing; a copy of it stands outside the book's styles. */
const painted = `
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit opacity color display visibility font-family
  font-size font-style font-weight letter-spacing text-anchor dominant-baseline writing-mode stop-color
  stop-opacity marker-start marker-mid marker-end clip-path clip-rule mask mix-blend-mode
  paint-order vector-effect transform transform-origin transform-box
`
  .trim()
  .split(/\s+/);

interface Size {
  width: number;
  height: number;
}

const isImage = (element: Element): element is HTMLImageElement => element.localName === 'img';
const isDrawingFile = (image: HTMLImageElement): boolean => /^data:image\/svg|\.svg(?:[?#]|$)/i.test(image.currentSrc || image.src);

/** Size of the picture itself, which the importer wrote down where the file tells it. */
const ownSize = (element: Element): Size => {
  if (isImage(element)) {
    const [width, height] = [Number(element.getAttribute('width')), Number(element.getAttribute('height'))];
    return width > 0 && height > 0 ? { width, height } : { width: element.naturalWidth, height: element.naturalHeight };
  }
  const { width, height } = element.getBoundingClientRect();
  return { width, height };
};

const captionOf = (element: Element): string =>
  (element.closest('figure')?.querySelector('figcaption')?.textContent ?? '').replace(/\s+/g, ' ').trim();

const altOf = (element: Element): string =>
  (
    element.getAttribute('alt') ??
    element.getAttribute('aria-label') ??
    [...element.children].find((child) => child.localName === 'title')?.textContent ??
    ''
  ).trim();

const markOne = (element: Element, nameless: string): void => {
  const { width, height } = ownSize(element);
  if (width < SMALLEST.width || height < SMALLEST.height) return;
  const [alt, caption] = [altOf(element), captionOf(element)];
  element.setAttribute(MARK, '');
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'button');
  element.setAttribute('aria-haspopup', 'dialog');
  if (alt === '' || !isImage(element)) element.setAttribute('aria-label', alt || caption || nameless);
};

/** Makes the pictures of a document reachable by key. One that is part of a link leads where the link leads. `nameless`: what one without a description is called. */
export const markFigures = (frame: SegmentFrame, nameless: string): void => {
  for (const element of frame.document.querySelectorAll('img, svg')) {
    if (element.closest('a[href], button, summary, label') || element.parentElement?.closest('svg')) continue;
    const isUnknown = isImage(element) && !element.complete && ownSize(element).width === 0;
    if (isUnknown) element.addEventListener('load', () => markOne(element, nameless), { once: true });
    else markOne(element, nameless);
  }
};

/** The picture at an event's target that can be shown large. */
export const figureAt = (target: Element | undefined): Element | undefined => {
  const figure = target?.closest(`[${MARK}]`) ?? undefined;
  return figure && isImage(figure) && figure.naturalWidth === 0 ? undefined : figure;
};

const loadImage = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
};

const draw = (image: HTMLImageElement, { width, height }: Size): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw a picture on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
};

const scaled = ({ width, height }: Size, by: number): Size => ({ width: width * by, height: height * by });
const asDrawing = (size: Size): Size => scaled(size, DRAWING_EDGE / Math.max(size.width, size.height));
const asPhotograph = (size: Size): Size => scaled(size, Math.min(1, Math.sqrt(PIXELS_MAX / (size.width * size.height))));

const hrefOf = (image: Element): string => image.getAttribute('href') ?? image.getAttributeNS(XLINK, 'href') ?? '';

const asDataAddress = async (address: string): Promise<string> => {
  const blob = await draw(await loadImage(address), { width: 1_200, height: 1_200 }).convertToBlob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('a picture inside a drawing could not be read')));
    reader.readAsDataURL(blob);
  });
};

/** A drawing that stands in the text, as it looks there. */
const drawingOf = async (svg: Element, frame: SegmentFrame): Promise<HTMLImageElement> => {
  const copy = svg.cloneNode(true) as Element;
  const originals = [svg, ...svg.querySelectorAll('*')];
  for (const [n, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = frame.window.getComputedStyle(originals[n] ?? svg);
    const names = n === 0 ? painted.filter((name) => !name.startsWith('transform')) : painted;
    element.setAttribute('style', names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
  }
  for (const image of copy.querySelectorAll('image')) {
    const address = await asDataAddress(new URL(hrefOf(image), frame.document.URL).href);
    image.removeAttributeNS(XLINK, 'href');
    image.setAttribute('href', address);
  }
  const { width, height } = svg.getBoundingClientRect();
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const drawn = (svg as SVGSVGElement).viewBox.baseVal;
  const size = asDrawing(drawn?.width > 0 && drawn.height > 0 ? drawn : { width, height });
  copy.setAttribute('width', String(size.width));
  copy.setAttribute('height', String(size.height));
  return loadImage(`data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`);
};

/** A cover is often a drawing that holds one picture and nothing else. */
const onlyImageOf = (svg: Element): Element | undefined => {
  const shown = [...svg.querySelectorAll('image, text, path, rect, circle, ellipse, line, polygon, polyline, use')];
  return shown.length === 1 && shown[0]?.localName === 'image' ? shown[0] : undefined;
};

export interface OpenedFigure {
  picture: ImageBitmap;
  alt: string;
  caption: string;
}

/** What a picture shows. Rejects when the browser cannot draw it. */
export const openFigure = async (figure: Element, frame: SegmentFrame): Promise<OpenedFigure> => {
  const words = { alt: altOf(figure), caption: captionOf(figure) };
  const held = isImage(figure) ? undefined : onlyImageOf(figure);
  const image = isImage(figure)
    ? figure
    : held
      ? await loadImage(new URL(hrefOf(held), frame.document.URL).href)
      : await drawingOf(figure, frame);
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const isDrawing = isImage(figure) ? isDrawingFile(figure) : !held;
  return { picture: draw(image, isDrawing ? asDrawing(size) : asPhotograph(size)).transferToImageBitmap(), ...words };
};
