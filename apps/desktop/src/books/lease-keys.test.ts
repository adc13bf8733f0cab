/** Tests of the sealed keys: what was sealed elsewhere, for another lease, or has expired, opens nothing. */
import { expect, it } from 'vitest';
import { createLeaseKeys } from './lease-keys.ts';

const KEY = 'k'.repeat(43);
const content = { id: 'lease', bookId: 'book', key: KEY, expiresAt: 1_000 };

/** A key store that opens only what it has sealed itself. */
const storageOf = (name: string, isAvailable = true, backend?: 'basic_text' | 'gnome_libsecret') => ({
  isEncryptionAvailable: () => isAvailable,
  encryptString: (text: string) => Buffer.from(`${name}|${Buffer.from(text).toString('hex')}`),
  decryptString: (sealed: Buffer) => {
    const [owner, hex = ''] = sealed.toString().split('|');
    if (owner !== name) throw new Error('sealed elsewhere');
    return Buffer.from(hex, 'hex').toString();
  },
  ...(backend === undefined ? {} : { getSelectedStorageBackend: () => backend }),
});
const keysOf = (storage: ReturnType<typeof storageOf>, now = 0) => createLeaseKeys(storage, 'linux', () => now);

it('a sealed key opens its lease until it expires', () => {
  const sealed = keysOf(storageOf('here')).seal(content);
  expect(sealed).not.toContain(KEY);
  expect(keysOf(storageOf('here'), 999).open({ id: 'lease', key: sealed })).toEqual({
    bookId: 'book',
    key: Buffer.from(KEY, 'base64url'),
  });
  expect(keysOf(storageOf('here'), 1_000).open({ id: 'lease', key: sealed })).toBeUndefined();
});

it('a sealed key opens no other lease, and nothing in another key store', () => {
  const sealed = keysOf(storageOf('here')).seal(content);
  expect(keysOf(storageOf('here')).open({ id: 'other', key: sealed })).toBeUndefined();
  expect(keysOf(storageOf('elsewhere')).open({ id: 'lease', key: sealed })).toBeUndefined();
  expect(keysOf(storageOf('here')).open({ id: 'lease', key: KEY })).toBeUndefined();
});

it('a system without a key store, or with one that every program can open, seals nothing', () => {
  for (const storage of [storageOf('here', false), storageOf('here', true, 'basic_text')]) {
    expect(keysOf(storage).isAvailable()).toBe(false);
    expect(() => keysOf(storage).seal(content)).toThrow('no key store');
  }
  expect(keysOf(storageOf('here', true, 'gnome_libsecret')).isAvailable()).toBe(true);
  expect(createLeaseKeys(storageOf('here', true, 'basic_text'), 'win32', () => 0).isAvailable()).toBe(true);
});
