/**
 * Reads width and height of an image from its header, without decoding, and whether the file is complete. Sources: PNG 1.2, JFIF/EXIF,
 * GIF89a, WebP and AVIF containers.
 */
export interface ImageHeader {
  readonly width: number;
  readonly height: number;
}

/** Returns size and completeness of an image; undefined if the bytes are no image of that type or are truncated. */
export const readImageHeader = (bytes: Buffer, mediaType: string): ImageHeader | undefined => {
  const header = READERS[mediaType]?.(bytes);
  return header && header.width > 0 && header.height > 0 ? header : undefined;
};

/** Reads a PNG. Every chunk up to IEND must exist: a browser shows a truncated PNG partly or not at all. */
const readPng = (bytes: Buffer): ImageHeader | undefined => {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') hasData = true;
    if (kind === 'IEND') return hasData ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
  }
  return undefined;
};

const isFrameStart = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const readJpeg = (bytes: Buffer): ImageHeader | undefined => {
  let isTurned = false;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xe1) isTurned = isTurned || isExifTurned(bytes.subarray(at + 4, at + 2 + length));
    if (isFrameStart(marker)) {
      const size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
      return isTurned ? { width: size.height, height: size.width } : size;
    }
    at += 2 + length;
  }
  return undefined;
};

/** Returns whether the displayed image is rotated by 90 degrees: EXIF orientation 5 to 8. */
const isExifTurned = (segment: Buffer): boolean => {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0' || segment.length < 14) return false;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number): number => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let i = 0; i < u16(start); i++) {
    const at = start + 2 + i * 12;
    if (u16(at) === 0x0112) return u16(at + 8) >= 5 && u16(at + 8) <= 8;
  }
  return false;
};

const readGif = (bytes: Buffer): ImageHeader | undefined =>
  bytes.length < 14 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };

const readWebp = (bytes: Buffer): ImageHeader | undefined => {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length + 1) return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
};

/** Reads the size of an AVIF from its first `ispe` (image spatial extents) property; correct for every single-image file. */
const readAvif = (bytes: Buffer): ImageHeader | undefined => {
  const at = bytes.indexOf('ispe', 0, 'latin1');
  return at < 0 || at + 16 > bytes.length ? undefined : { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
};

const READERS: Readonly<Record<string, (bytes: Buffer) => ImageHeader | undefined>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/avif': readAvif,
};

/** Returns the size of an SVG from its own attributes, in CSS pixels; from the viewBox if these are absent or relative. */
export const readSvgSize = (svg: string): ImageHeader | undefined => {
  const tag = /<(?:\w+:)?svg\b[^>]*>/i.exec(svg)?.[0] ?? '';
  const length = (name: string): number => {
    const [, value = '', unit = ''] = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(px|pt|cm|mm|in)?\\s*["']`, 'i').exec(tag) ?? [];
    return Number(value) * (CSS_UNITS[unit.toLowerCase()] ?? 0);
  };
  const box = /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)/i.exec(tag);
  const boxWidth = Number(box?.[1] ?? 0);
  const boxHeight = Number(box?.[2] ?? 0);
  const width = Math.round(length('width') || boxWidth);
  const height = Math.round(length('height') || boxHeight);
  return width > 0 && height > 0 && Number.isFinite(width * height) ? { width, height } : undefined;
};
const CSS_UNITS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, cm: 96 / 2.54, mm: 9.6 / 2.54, in: 96 };
