/** Draws the share card of a passage as a picture in the browser: the passage, the cover, title and author, and a QR code that leads to the book. */
import { FONT_SHEET, webFontFolders } from '@shufang/reading-engine';
import { shareCardText } from '../../platform/messages/zh-cn/share-card.ts';
import { modulesOf } from '../../platform/qr/qr-file.ts';
import { wrapLines } from './wrap-lines.ts';

export interface SharedPassage {
  readonly passage: string;
  readonly title: string;
  readonly authors: string;
  readonly publisher: string | undefined;
  readonly chapter: string;
  readonly cover: { readonly url: string; readonly width: number; readonly height: number } | undefined;
}

/** Pixels; the card is as high as its passage needs. */
const WIDTH = 1_080;
const MARGIN = 96;
const COVER_WIDTH = 150;
const COVER_HEIGHT_MAX = 220;
const QR_WIDTH = 190;
const FOOTER_HEIGHT = 250;
const MARK_HEIGHT = 110;

/** Letters of a short passage are larger. */
const sizeFor = (chars: number): number => (chars <= 30 ? 60 : chars <= 90 ? 50 : 42);

const PAPER = '#f7f3e9';
const INK = '#1f1e1b';
const SOFT = '#6b665b';
const RULE = '#d9d2c0';
const RED = '#a5322a';

/** Song of this installation, then the fonts of the page. */
const familyOf = (): string => {
  const own = getComputedStyle(document.documentElement).getPropertyValue('--font-song').trim();
  return ['"shufang-song-web"', '"shufang-song-marks"', own === '' ? 'serif' : own].join(',');
};

/** Loads the files of our Song font that these texts need. The card is drawn with a font of the device if they cannot be loaded. */
const loadFont = async (text: string): Promise<void> => {
  const id = 'shufang-song';
  if (document.getElementById(id) === null) {
    const link = document.createElement('link');
    link.id = id;
    link.rel = 'stylesheet';
    link.href = `/font/${webFontFolders.song}/${FONT_SHEET}`;
    const loaded = new Promise<void>((resolve) => {
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => {
        link.remove();
        resolve();
      });
    });
    document.head.append(link);
    await loaded;
  }
  await Promise.allSettled([
    document.fonts.load('400 40px "shufang-song-web"', text),
    document.fonts.load('700 40px "shufang-song-web"', text),
  ]);
};

const loadPicture = (url: string): Promise<HTMLImageElement | undefined> =>
  new Promise((resolve) => {
    const picture = new Image();
    picture.addEventListener('load', () => resolve(picture));
    // The card is complete without its cover.
    picture.addEventListener('error', () => resolve(undefined));
    picture.src = url;
  });

/** Returns the card as PNG. `address`: what the QR code contains. Rejects if the browser cannot draw. */
export const drawShareCard = async (shared: SharedPassage, address: string): Promise<Blob> => {
  const { passage, title, authors, publisher = '', chapter } = shared;
  const source = shareCardText.from(title);
  await loadFont([passage, source, authors, publisher, chapter, shareCardText.scan, '“…'].join(''));
  const cover = shared.cover === undefined ? undefined : await loadPicture(shared.cover.url);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to draw on');
  const family = familyOf();
  const use = (size: number, color: string, weight = 400): void => {
    context.font = `${weight} ${size}px ${family}`;
    context.fillStyle = color;
  };
  const widthOf = (text: string): number => context.measureText(text).width;

  const size = sizeFor(passage.length);
  const lineHeight = Math.round(size * 1.75);
  use(size, INK);
  const lines = wrapLines(passage, WIDTH - 2 * MARGIN, widthOf);
  canvas.width = WIDTH;
  canvas.height = MARGIN + MARK_HEIGHT + lines.length * lineHeight + MARGIN + FOOTER_HEIGHT + MARGIN;
  // Changing the size of a canvas resets its state.
  context.fillStyle = PAPER;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  use(150, RED, 700);
  // The box of a Chinese quotation mark is wider than its ink, which begins at the margin.
  context.fillText('“', MARGIN + context.measureText('“').actualBoundingBoxLeft, MARGIN + 62);
  use(size, INK);
  for (const [index, line] of lines.entries()) context.fillText(line, MARGIN, MARGIN + MARK_HEIGHT + (index + 0.5) * lineHeight);

  const top = canvas.height - MARGIN - FOOTER_HEIGHT;
  context.fillStyle = RULE;
  context.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 2);
  const middle = top + 36 + (FOOTER_HEIGHT - 36) / 2;
  let left = MARGIN;
  if (cover !== undefined && cover.naturalWidth > 0) {
    const scale = Math.min(COVER_WIDTH / cover.naturalWidth, COVER_HEIGHT_MAX / cover.naturalHeight);
    const [width, height] = [cover.naturalWidth * scale, cover.naturalHeight * scale];
    context.drawImage(cover, left, middle - height / 2, width, height);
    context.strokeStyle = RULE;
    context.strokeRect(left, middle - height / 2, width, height);
    left += width + 36;
  }
  const right = WIDTH - MARGIN - QR_WIDTH;
  /** Returns at most `count` lines of a text beside the QR code; the last one ends with an ellipsis if there are more. */
  const besideCode = (text: string, count: number): string[] => {
    const wrapped = wrapLines(text, right - left - 36, widthOf);
    return wrapped.length <= count ? wrapped : [...wrapped.slice(0, count - 1), `${wrapped[count - 1]?.slice(0, -1)}…`];
  };
  use(36, INK, 700);
  const rows = besideCode(source, 2).map((text) => ({ text, size: 36, color: INK, weight: 700, height: 50 }));
  use(28, SOFT);
  const small = [chapter, [authors, publisher].filter(Boolean).join('  ')].filter((text) => text !== '');
  for (const text of small.flatMap((each) => besideCode(each, 1))) rows.push({ text, size: 28, color: SOFT, weight: 400, height: 46 });
  let y = middle - rows.reduce((sum, { height }) => sum + height, 0) / 2;
  for (const row of rows) {
    use(row.size, row.color, row.weight);
    context.fillText(row.text, left + Math.min(0, context.measureText(row.text).actualBoundingBoxLeft), y + row.height / 2);
    y += row.height;
  }

  const code = modulesOf(address);
  const module = Math.max(1, Math.floor(QR_WIDTH / code.size));
  const edge = module * code.size;
  const [codeLeft, codeTop] = [WIDTH - MARGIN - edge, middle - edge / 2 - 16];
  context.fillStyle = '#fff';
  context.fillRect(codeLeft, codeTop, edge, edge);
  context.fillStyle = '#000';
  for (const [x, row] of code.dark) context.fillRect(codeLeft + x * module, codeTop + row * module, module, module);
  use(22, SOFT);
  context.textAlign = 'center';
  context.fillText(shareCardText.scan, codeLeft + edge / 2, codeTop + edge + 22);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the canvas gave no picture')) : resolve(blob)), 'image/png');
  });
};
