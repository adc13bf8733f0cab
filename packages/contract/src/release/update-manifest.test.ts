import { describe, expect, it } from 'vitest';
import { canonicalJson, compareVersions, versionCode } from './update-manifest.ts';

describe('a version code', () => {
  it.each(['0.0.1', '1.2.3', '10.0.0', '999999.999999.999999'])('can be %s', (text) => {
    expect(versionCode.safeParse(text).success).toBe(true);
  });
  it.each([
    '',
    '1',
    '1.2',
    '1.2.',
    '.1.2',
    '1.2.3.',
    '1.2.3.4',
    '01.2.3',
    '1.02.3',
    '1.2.x',
    'v1.2.3',
    '1.2.3-beta',
    '1.2.-3',
    ' 1.2.3',
    '1.2.3\n',
    '１.2.3',
    '1234567.0.0',
  ])('cannot be %j', (text) => {
    expect(versionCode.safeParse(text).success).toBe(false);
  });
  it('is compared by numbers, not as text', () => {
    const versions = ['2.0.0', '1.10.0', '1.9.9', '1.9.10', '0.9.9', '1.10.0'];
    expect(versions.toSorted(compareVersions)).toEqual(['0.9.9', '1.9.9', '1.9.10', '1.10.0', '1.10.0', '2.0.0']);
    expect(compareVersions('1.10.0', '1.10.0')).toBe(0);
  });
});

describe('canonical JSON', () => {
  it('is the same text for equal values', () => {
    expect(canonicalJson({ b: [1, { d: null, c: true }], a: '书房\n"', é: 2, Z: 0 })).toBe(
      '{"Z":0,"a":"书房\\n\\"","b":[1,{"c":true,"d":null}],"é":2}',
    );
  });
  it('has no field that is undefined', () => {
    expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }));
  });
  it('rejects values with more than one notation', () => {
    for (const value of [0.1, Number.NaN, 2 ** 53, '\ud800']) expect(() => canonicalJson({ value })).toThrow(TypeError);
  });
});
