/** The icons of the desktop client are whole files, made from our drawing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { icnsOf, icoOf } from './icon-files.mjs';

const folder = path.resolve(import.meta.dirname, '../apps/desktop/icons');
const read = (name: string): Buffer => readFileSync(path.join(folder, name));
const SIZES = [16, 32, 48, 64, 128, 256];

it('has a PNG file of each edge', () => {
  for (const size of [...SIZES, 512]) {
    const picture = read(`${size}x${size}.png`);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size]);
  }
});

it('has the pictures in the icon of Windows, each where its entry says', () => {
  const icon = read('icon.ico');
  expect(icon.equals(icoOf(SIZES.map((size): [number, Buffer] => [size, read(`${size}x${size}.png`)])))).toBe(true);
  expect(icon.readUInt16LE(4)).toBe(SIZES.length);
  for (const [index, size] of SIZES.entries()) {
    const [bytes, offset] = [icon.readUInt32LE(6 + 16 * index + 8), icon.readUInt32LE(6 + 16 * index + 12)];
    expect(icon.subarray(offset, offset + bytes).readUInt32BE(16)).toBe(size);
  }
});

it('has blocks in the icon of macOS, whose lengths add up to the file', () => {
  const icon = read('icon.icns');
  expect([icon.subarray(0, 4).toString(), icon.readUInt32BE(4)]).toEqual(['icns', icon.length]);
  const types: string[] = [];
  let at = 8;
  for (; at < icon.length; at += icon.readUInt32BE(at + 4)) types.push(icon.subarray(at, at + 4).toString());
  expect([at, types]).toEqual([icon.length, ['ic11', 'ic12', 'ic07', 'ic13', 'ic08', 'ic14', 'ic09', 'ic10']]);
  const same = new Map([32, 64, 128, 256, 512, 1024].map((size) => [size, Buffer.from('x')]));
  expect(icnsOf(same).length).toBe(8 + 8 * 9);
});
