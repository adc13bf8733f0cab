/**
 * The keys of the leases of stored books. The page stores a key only as the system's key store has sealed it, so that a copy of the user's
 * data folder opens no book on another computer or for another user of this one.
 */
import type { SafeStorage } from 'electron';
import { z } from 'zod';

/** A key with what it opens, as it is sealed. */
const sealedContent = z.object({ id: z.string(), bookId: z.string(), key: z.string(), expiresAt: z.number() });
type SealedContent = z.output<typeof sealedContent>;

type Storage = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
  // Absent in Electron before 27.
  Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>;

/** Number of opened keys in the cache. */
const CACHED_MAX = 20;

export interface LeaseKeys {
  /** Whether there is a key store. Linux without one encrypts with a key that every program knows, which does not count. */
  isAvailable(): boolean;
  /** Returns the sealed key in base64url. Throws if there is no key store. */
  seal(content: SealedContent): string;
  /** Returns the key of a lease; undefined if it was sealed elsewhere or for another lease, or has expired. */
  open(lease: { readonly id: string; readonly key: string }): { readonly bookId: string; readonly key: Buffer } | undefined;
}

/** `platform`: that of the process; only on Linux a key store can be missing. */
export const createLeaseKeys = (storage: Storage, platform: NodeJS.Platform, now: () => number): LeaseKeys => {
  const opened = new Map<string, SealedContent>();
  const isAvailable = (): boolean => {
    if (!storage.isEncryptionAvailable()) return false;
    const backend = platform === 'linux' ? storage.getSelectedStorageBackend?.() : undefined;
    return backend === undefined || !['basic_text', 'unknown'].includes(backend);
  };
  const unseal = (sealed: string): SealedContent | undefined => {
    try {
      return sealedContent.parse(JSON.parse(storage.decryptString(Buffer.from(sealed, 'base64url'))));
    } catch {
      // The key store has not sealed this.
      return undefined;
    }
  };
  return {
    isAvailable,
    seal: (content) => {
      if (!isAvailable()) throw new Error('the system has no key store');
      return storage.encryptString(JSON.stringify(content)).toString('base64url');
    },
    open: ({ id, key }) => {
      const content = opened.get(key) ?? (isAvailable() ? unseal(key) : undefined);
      if (content === undefined) return undefined;
      if (opened.size >= CACHED_MAX) opened.clear();
      opened.set(key, content);
      if (content.id !== id || content.expiresAt <= now()) return undefined;
      return { bookId: content.bookId, key: Buffer.from(content.key, 'base64url') };
    },
  };
};
