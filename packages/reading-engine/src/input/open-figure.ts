/** Pictures of a book that can be shown large: finds them and renders them to a bitmap. Only pixels and text leave the frame. */

import type { SegmentFrame } from '../layout/segment-frame.ts';
import { writeFormulas } from '../locator/formula-notation.ts';

const FIGURE_ATTRIBUTE = 'data-sf-figure';
/** A picture smaller than this (CSS pixels of the picture itself) is part of a line of text: a rare character, a formula, an ornament. */
const MIN_SIZE_PX = { width: 120, height: 80 };
/** Maximum number of pixels of a bitmap: the limit of one canvas on a phone. */
const PIXELS_MAX = 16_000_000;
/** Vector drawings are rendered with this many pixels along the longer edge, so that they stay sharp when zoomed. */
const DRAWING_EDGE_PX = 3_000;
const XLINK = 'http://www.w3.org/1999/xlink';

/** CSS properties copied to a cloned drawing, because the clone is outside the book's styles. */
const presentationProperties = `
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

/** Returns the size of the picture itself; the importer stores it in the attributes when the file contains it. */
const naturalSize = (element: Element): Size => {
  if (isImage(element)) {
    const [width, height] = [Number(element.getAttribute('width')), Number(element.getAttribute('height'))];
    return width > 0 && height > 0 ? { width, height } : { width: element.naturalWidth, height: element.naturalHeight };
  }
  const { width, height } = element.getBoundingClientRect();
  return { width, height };
};

const captionOf = (element: Element): string => {
  const caption = element.closest('figure')?.querySelector('figcaption')?.cloneNode(true) as Element | undefined;
  if (caption === undefined) return '';
  writeFormulas(caption);
  return (caption.textContent ?? '').replace(/\s+/g, ' ').trim();
};

const altOf = (element: Element): string =>
  (
    element.getAttribute('alt') ??
    element.getAttribute('aria-label') ??
    [...element.children].find((child) => child.localName === 'title')?.textContent ??
    ''
  ).trim();

const makeOpenable = (element: Element, fallbackName: string): void => {
  const { width, height } = naturalSize(element);
  if (width < MIN_SIZE_PX.width || height < MIN_SIZE_PX.height) return;
  const [alt, caption] = [altOf(element), captionOf(element)];
  element.setAttribute(FIGURE_ATTRIBUTE, '');
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'button');
  element.setAttribute('aria-haspopup', 'dialog');
  if (alt === '' || !isImage(element)) element.setAttribute('aria-label', alt || caption || fallbackName);
};

/**
 * Makes the pictures of a document keyboard accessible. Activating a picture inside a link follows the link. `fallbackName`: accessible
 * name of a picture without a description.
 */
export const makeFiguresOpenable = (frame: SegmentFrame, fallbackName: string): void => {
  for (const element of frame.document.querySelectorAll('img, svg')) {
    if (element.closest('a[href], button, summary, label') || element.parentElement?.closest('svg')) continue;
    const isUnknown = isImage(element) && !element.complete && naturalSize(element).width === 0;
    if (isUnknown) element.addEventListener('load', () => makeOpenable(element, fallbackName), { once: true });
    else makeOpenable(element, fallbackName);
  }
};

/** Returns the picture at an event's target that can be shown large. */
export const figureAt = (target: Element | undefined): Element | undefined => {
  const figure = target?.closest(`[${FIGURE_ATTRIBUTE}]`) ?? undefined;
  return figure && isImage(figure) && figure.naturalWidth === 0 ? undefined : figure;
};

const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
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
const asDrawing = (size: Size): Size => scaled(size, DRAWING_EDGE_PX / Math.max(size.width, size.height));
const asPhotograph = (size: Size): Size => scaled(size, Math.min(1, Math.sqrt(PIXELS_MAX / (size.width * size.height))));

const hrefOf = (image: Element): string => image.getAttribute('href') ?? image.getAttributeNS(XLINK, 'href') ?? '';

const asDataUrl = async (url: string): Promise<string> => {
  const blob = await draw(await loadImage(url), { width: 1_200, height: 1_200 }).convertToBlob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('a picture inside a drawing could not be read')));
    reader.readAsDataURL(blob);
  });
};

/** Renders an inline drawing as it looks in the text. */
const drawingOf = async (svg: Element, frame: SegmentFrame): Promise<HTMLImageElement> => {
  const copy = svg.cloneNode(true) as Element;
  const originals = [svg, ...svg.querySelectorAll('*')];
  for (const [n, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = frame.window.getComputedStyle(originals[n] ?? svg);
    const names = n === 0 ? presentationProperties.filter((name) => !name.startsWith('transform')) : presentationProperties;
    element.setAttribute('style', names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
  }
  for (const image of copy.querySelectorAll('image')) {
    const dataUrl = await asDataUrl(new URL(hrefOf(image), frame.document.URL).href);
    image.removeAttributeNS(XLINK, 'href');
    image.setAttribute('href', dataUrl);
  }
  const { width, height } = svg.getBoundingClientRect();
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const viewBox = (svg as SVGSVGElement).viewBox.baseVal;
  const size = asDrawing(viewBox?.width > 0 && viewBox.height > 0 ? viewBox : { width, height });
  copy.setAttribute('width', String(size.width));
  copy.setAttribute('height', String(size.height));
  return loadImage(`data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`);
};

/** Returns the only image of a drawing: a cover is often an SVG that contains one picture and nothing else. */
const onlyImageOf = (svg: Element): Element | undefined => {
  const shown = [...svg.querySelectorAll('image, text, path, rect, circle, ellipse, line, polygon, polyline, use')];
  return shown.length === 1 && shown[0]?.localName === 'image' ? shown[0] : undefined;
};

export interface OpenedFigure {
  picture: ImageBitmap;
  alt: string;
  caption: string;
}

/** Renders a picture to a bitmap. Rejects when the browser cannot draw it. */
export const openFigure = async (figure: Element, frame: SegmentFrame): Promise<OpenedFigure> => {
  const texts = { alt: altOf(figure), caption: captionOf(figure) };
  const innerImage = isImage(figure) ? undefined : onlyImageOf(figure);
  const image = isImage(figure)
    ? figure
    : innerImage
      ? await loadImage(new URL(hrefOf(innerImage), frame.document.URL).href)
      : await drawingOf(figure, frame);
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const isDrawing = isImage(figure) ? isDrawingFile(figure) : !innerImage;
  return { picture: draw(image, isDrawing ? asDrawing(size) : asPhotograph(size)).transferToImageBitmap(), ...texts };
};
