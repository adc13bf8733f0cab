import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertJpegXl, isJpegXl, readJpegXlSize } from './jpeg-xl.ts';

/** 24 × 16 pixels; red grows to the right. */
const IMAGE = Buffer.from(
  '/woDwU4BOAL5PAAAVKiMMm7wcq7nyw8dFtM2rjO01bYFAAAA8AAGllBg28iPHIvBiR0QeGJRSEXBCDdsFQDm5P9/AkBV9f9fVVVVVVVVVfU3X1VVVVVVVVUVAF9VVVVVVRUAAAAAAKCJQ+Q6B0E9Jh/TlSOWK4frsoZq5oNLAMCjmfyJv4EsgFaSSIDMWwUHfAcr/QEE',
  'base64',
);
/** 2,001 × 2,001 white pixels. */
const TOO_LARGE = Buffer.from(
  [
    '/wqCPgE7AQFEwioMwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEcwAEc',
    'wAEcwAEcwAEcwAEcwAEcwAEcAPk8ACCKCpUZG8O3kvdrhA4zSwAc27WeAACgqqoAAMDmA7DEsG16vAUAQCMAYiDmegiNTRcQd9T9JZ3A49G/HHAKHQgAABrr',
    'G8aWQunxuPRO/9+h9+8C/FgRg3NijI7B0egYPOBz0vd3xIoYrBEvxhgj4sXgASeUoAcB/v///////////////////z+sE6zTtSQNKPwBwI0VTlgnWCdYp2tJ',
    'nIIZhVcA+DyJHaUq9z1hgYHdb8sR2VcG04tQgdWBi3YVYZRUP7pDgLRo0KS41xGD24QNPx+ZqGnagHxBFzJ6iijEE6LM8mKoSAcMdYU/VDkRA3uG5TRcBX1S',
    '7QVU1LQo1QXtc1agrPRcXr+GWGw2vRKREJEQkRCREJEQkRCREJEQkRCREJEQkRCREJHAkTgQSD3iA2Mn4UQPjQYBJQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT',
    '7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk63RBXAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmTrdEFcC0J',
    'k+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZOt0QVwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAt',
    'CZPt0WRwLQmT7dFkcC0Jk63RBXAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmTrdEFcC0Jk+3RZHAtCZPt0WRw',
    'LQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZOt0QVwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFkcC0Jk+3RZHAtCZPt0WRwLQmT7dFk',
    'cC0Jk63RBXAtCYMUxgVwLQmDFMYFcC0JgxTGBXAtCYMUxgVwLQmDFMYFcC0JgxTGBXAtCYMUxgVwLQnT+Y8AcC0J',
  ].join(''),
  'base64',
);
const box = (kind: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const CONTAINER = Buffer.concat([
  box('JXL ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
  box('ftyp', Buffer.from('jxl \0\0\0\0jxl ')),
  box('jxlc', IMAGE),
]);

describe('JPEG XL', () => {
  test.each([
    ['a codestream', IMAGE],
    ['a container', CONTAINER],
  ])('%s becomes a WebP of the same size and colors', async (_, bytes) => {
    expect(isJpegXl(bytes)).toBe(true);
    expect(readJpegXlSize(bytes)).toEqual({ width: 24, height: 16 });
    const converted = await convertJpegXl(bytes);
    const { data, info } = await sharp(converted).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([24, 16]);
    expect(data[22 * info.channels]).toBeGreaterThan((data[2 * info.channels] ?? 0) + 100);
  });

  test('an image of more pixels than the limit is not decoded', async () => {
    const large = Buffer.from(IMAGE);
    // Not small, both sides written with 30 bits.
    large.writeUIntLE(0b110 + 2 ** 28, 2, 6);
    expect(readJpegXlSize(large)?.height).toBeGreaterThan(10_000_000);
    expect(await convertJpegXl(large)).toBeUndefined();
  });

  test('an image that libjxl could not decode in the memory of a conversion is not decoded', async () => {
    expect(readJpegXlSize(TOO_LARGE)).toEqual({ width: 2_001, height: 2_001 });
    expect(await convertJpegXl(TOO_LARGE)).toBeUndefined();
  });

  test('a damaged image is not converted', async () => {
    expect(await convertJpegXl(IMAGE.subarray(0, 60))).toBeUndefined();
    expect(isJpegXl(Buffer.from('no image at all'))).toBe(false);
  });
});
