import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImageHeader, readSvgSize } from './image-size.ts';
import { sniffMediaType } from './media-types.ts';

const picture = sharp({ create: { width: 37, height: 21, channels: 3, background: '#c33' } });

describe('image size from the header', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('reads the size of %s', async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    expect(sniffMediaType(bytes, '', 'x')).toBe(`image/${format}`);
    expect(readImageHeader(bytes, `image/${format}`)).toEqual({ width: 37, height: 21 });
  });
  test('reads the size of a lossless WebP', async () => {
    expect(readImageHeader(await picture.clone().webp({ lossless: true }).toBuffer(), 'image/webp')).toEqual({ width: 37, height: 21 });
  });
  test('a photograph with a rotating EXIF orientation has its displayed width', async () => {
    const bytes = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(readImageHeader(bytes, 'image/jpeg')).toEqual({ width: 21, height: 37 });
  });
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s that ends in its header has no size', async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    expect(readImageHeader(bytes.subarray(0, 11), `image/${format}`)).toBeUndefined();
  });
  test('a truncated PNG is broken', async () => {
    const bytes = await picture.clone().png().toBuffer();
    expect(readImageHeader(bytes.subarray(0, bytes.length - 20), 'image/png')).toBeUndefined();
  });
  test('the size of an SVG comes from its attributes, else from its view box', () => {
    expect(readSvgSize('<svg width="10mm" height="72pt">')).toEqual({ width: 38, height: 96 });
    expect(readSvgSize('<svg width="100%" viewBox="0 0 300 150">')).toEqual({ width: 300, height: 150 });
    expect(readSvgSize('<svg>')).toBeUndefined();
  });
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', 'a.png', 'image/svg+xml'],
  ['<!doctype html><script>1</script>', 'image/png', 'a.png', 'application/xhtml+xml'],
  ['body{}', 'text/css', 'a.css', 'text/css'],
  ['MZ\x90', 'image/png', 'a.png', undefined],
  ['PK\x03\x04', 'font/ttf', 'a.ttf', undefined],
  ['alert(1)', 'text/javascript', 'a.js', undefined],
])('the type of %s declared as %s is determined from the content', (content, stated, path, expected) => {
  expect(sniffMediaType(Buffer.from(content, 'latin1'), stated, path)).toBe(expected);
});
