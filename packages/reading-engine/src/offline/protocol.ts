/** Messages between the app and the store page of a book's content origin, over one MessagePort. */
import type { Locator } from '@shufang/contract';
import type { StoredLease, StoredResource } from './stored-book.ts';

/** Why a download ended before all files were stored. */
export type DownloadEnd =
  /** The reader paused it. */
  | 'paused'
  /** The server refused the content ticket: it has expired, or the right has ended. */
  | 'refused'
  /** The server did not respond. */
  | 'network'
  /** The device has no space left for the origin. */
  | 'full'
  /** A file had another hash than the server states, twice. */
  | 'damaged';

export interface StoreRequests {
  /** Starts the service worker and stores the pages that are needed without a network. */
  prepare: { input: { readonly pages: readonly string[] }; output: undefined };
  /** Stores those files that are not stored yet. */
  download: {
    input: { readonly lease: StoredLease; readonly baseUrl: string; readonly resources: readonly StoredResource[] };
    output: { readonly end: 'stored' | DownloadEnd };
  };
  pause: { input: undefined; output: undefined };
  /** Returns how many of the files are stored, and their size. */
  count: {
    input: { readonly leaseId: string; readonly resources: readonly StoredResource[] };
    output: { readonly files: number; readonly bytes: number };
  };
  /** Deletes stored files that cannot be decrypted or have another hash; returns their number. */
  verify: { input: { readonly lease: StoredLease; readonly resources: readonly StoredResource[] }; output: { readonly damaged: number } };
  /** Stores the searchable text of the book, encrypted like its files. `isFull`: the device has no space left for the origin. */
  storeText: { input: { readonly lease: StoredLease; readonly text: string }; output: { readonly isFull: boolean } };
  /** Searches in the stored text. `hits`: from `offset` on, in reading order, at most `limit`; `total`: of all hits. */
  search: {
    input: { readonly lease: StoredLease; readonly q: string; readonly offset: number; readonly limit: number };
    output: { readonly hits: Locator[]; readonly total: number };
  };
  /** Deletes all files that were stored under the lease. */
  remove: { input: { readonly leaseId: string }; output: undefined };
  /** Returns the space that the browser gives the origin, in bytes; undefined when it does not say. */
  space: { input: undefined; output: { readonly free: number | undefined } };
}
export type StoreRequestName = keyof StoreRequests;

export interface StoreRequestMessage<K extends StoreRequestName = StoreRequestName> {
  readonly id: number;
  readonly name: K;
  readonly input: StoreRequests[K]['input'];
}

export type StoreMessage =
  | { readonly type: 'response'; readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly type: 'response'; readonly id: number; readonly ok: false; readonly error: string }
  /** Files and bytes stored so far in the current download, including those of earlier ones. */
  | { readonly type: 'progress'; readonly files: number; readonly bytes: number };

/** The message with which the store page gives its port to the app. */
export const STORE_READY = 'shufang-store';
