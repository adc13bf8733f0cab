/** Converts JPEG XL images, which most browsers cannot show, to WebP. Decoded by libjxl compiled to WebAssembly (@jsquash/jxl). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PUBLICATION_LIMITS } from '../limits.ts';

const CONTAINER = Buffer.from([0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]);
const WEBP_QUALITY = 90;
/** Width to height of the codes 1 to 7 of a size header. Source: ISO/IEC 18181-1, SizeHeader. */
const RATIOS = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2] as const;
/** Bits of the four ways to write a side that is not small. */
const SIDE_BITS = [9, 13, 18, 30] as const;

const isCodestream = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0x0a;

/** Returns the start of the codestream: that of the file, or of the first `jxlc` or `jxlp` box of a container. */
const codestreamOf = (bytes: Buffer): Buffer | undefined => {
  if (isCodestream(bytes)) return bytes;
  if (!bytes.subarray(0, CONTAINER.length).equals(CONTAINER)) return undefined;
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const head = size === 1 ? 16 : 8;
    // A part of a codestream begins with its number.
    if (kind === 'jxlc' || kind === 'jxlp') return bytes.subarray(at + head + (kind === 'jxlp' ? 4 : 0));
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
};

/** Returns width and height without decoding; undefined if the bytes are no JPEG XL image. */
export const readJpegXlSize = (bytes: Buffer): { width: number; height: number } | undefined => {
  const stream = codestreamOf(bytes);
  if (stream === undefined || !isCodestream(stream) || stream.length < 12) return undefined;
  const head = stream.readBigUInt64LE(2) | (BigInt(stream.readUInt16LE(10)) << 64n);
  let position = 0n;
  const bits = (count: number): number => {
    const value = (head >> position) & ((1n << BigInt(count)) - 1n);
    position += BigInt(count);
    return Number(value);
  };
  const isSmall = bits(1) === 1;
  const side = (): number => (isSmall ? (bits(5) + 1) * 8 : bits(SIDE_BITS[bits(2)] ?? 9) + 1);
  const height = side();
  const ratio = RATIOS[bits(3)] ?? 0;
  return { width: ratio === 0 ? side() : Math.floor(height * ratio), height };
};

export const isJpegXl = (bytes: Buffer): boolean => codestreamOf(bytes.subarray(0, 4_096)) !== undefined;

const CODEC = '@jsquash/jxl/codec/dec/jxl_dec.wasm';

/** Returns the image as WebP; undefined if it is damaged or larger than the limit. */
export const convertJpegXl = async (bytes: Buffer): Promise<Buffer | undefined> => {
  const size = readJpegXlSize(bytes);
  if (!size || size.width * size.height > PUBLICATION_LIMITS.jpegXlPixels) return undefined;
  // Both libraries are loaded only for books that contain such images.
  const [{ default: decode, init }, { default: sharp }] = await Promise.all([import('@jsquash/jxl/decode.js'), import('sharp')]);
  await init(new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve(CODEC)))));
  try {
    const { data, width, height } = await decode(new Uint8Array(bytes).buffer);
    if (width * height > PUBLICATION_LIMITS.jpegXlPixels) return undefined;
    return await sharp(data, { raw: { width, height, channels: 4 } })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
  } catch (error) {
    return ignoreDamagedImage(error);
  }
};

/** Ignores the error of a damaged image: the collector of resources reports it. */
const ignoreDamagedImage = (error: unknown): undefined => {
  if (error instanceof Error) return undefined;
  throw error;
};
