/** Tests of bundles: what is written is read again, and files are grouped within the limits. */
import { describe, expect, it } from 'vitest';
import { BUNDLE_LIMITS, type BundledFile, bundleHead, groupForBundles, readBundle } from './book-bundle.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const page = { 'content-type': 'application/xhtml+xml; charset=utf-8', 'content-security-policy': "default-src 'none'" };
const files: BundledFile[] = [
  { href: 'OEBPS/第一章.xhtml', content: bytesOf('学而时习之'), encoding: 'gzip', headers: page },
  { href: 'OEBPS/空.css', content: bytesOf(''), headers: { 'content-type': 'text/css' } },
  { href: 'OEBPS/第二章.xhtml', content: bytesOf('为政以德'), headers: { ...page } },
];
const bundleOf = (bundled: readonly BundledFile[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([bundleHead(bundled), ...bundled.map(({ content }) => content)]));

describe('a bundle', () => {
  it('is read as it was written, with equal headers written once', () => {
    const bundle = bundleOf(files);
    expect(readBundle(bundle)).toEqual(files);
    expect(new TextDecoder().decode(bundle).split("default-src 'none'")).toHaveLength(2);
    expect(readBundle(bundleOf([]))).toEqual([]);
  });

  it.each([0, 3, 40, 200])('of which only the first bytes have arrived (%d) is refused, and one that lacks its last byte', (bytes) => {
    const bundle = bundleOf(files);
    expect(() => readBundle(bundle.slice(0, bytes))).toThrow('incomplete');
    expect(() => readBundle(bundle.slice(0, -1))).toThrow('incomplete');
  });

  it('with more bytes than its index names is refused', () => {
    expect(() => readBundle(new Uint8Array([...bundleOf(files), 0]))).toThrow('incomplete');
  });
});

describe('the groups of files', () => {
  it('keep the order, and respect the number and the size of a bundle', () => {
    const many = Array.from({ length: BUNDLE_LIMITS.files + 1 }, (_, n) => ({ n, bytes: 1 }));
    expect(groupForBundles(many).map((group) => group.length)).toEqual([BUNDLE_LIMITS.files, 1]);
    const large = Array.from({ length: 5 }, (_, n) => ({ n, bytes: BUNDLE_LIMITS.fileBytes }));
    expect(groupForBundles(large).map((group) => group.map(({ n }) => n))).toEqual([[0, 1, 2, 3], [4]]);
    expect(groupForBundles([])).toEqual([]);
  });

  it('leave a file alone that is too large, and continue the bundle around it', () => {
    const sizes = [10, BUNDLE_LIMITS.fileBytes + 1, 20].map((bytes) => ({ bytes }));
    expect(groupForBundles(sizes).map((group) => group.map(({ bytes }) => bytes))).toEqual([[10, 20], [BUNDLE_LIMITS.fileBytes + 1]]);
  });
});
