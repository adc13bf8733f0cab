/** Tests which licenses are allowed in shipped packages. */
import { describe, expect, it } from 'vitest';
import { isPermissive, licenseFindings } from './make-notices.mjs';

describe('a license', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR CC0-1.0)', true],
    ['(BSD-3-Clause OR GPL-2.0)', true],
    ['MIT AND Apache-2.0', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-2.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['LGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['none', false],
  ])('%s is allowed: %s', (expression, may) => {
    expect(isPermissive(expression)).toBe(may);
  });

  it('is allowed by name only when a reason is given', () => {
    const findingsOf = (name: string, license: string): string[] =>
      licenseFindings([{ folder: `node_modules/${name}`, name, version: '1.0.0', license, isOfPlatform: false }]);
    expect(findingsOf('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toEqual([]);
    expect(findingsOf('@img/sharp-libvips-linux-x64', 'GPL-3.0-only')).toHaveLength(1);
    expect(findingsOf('another', 'LGPL-3.0-or-later')).toHaveLength(1);
  });
});
