/** Pool of inner frames: loads on demand, shares pending loads, aborts and removes frames that are no longer needed. */
import type { Spine } from '../publication/spine.ts';
import { loadSegmentFrame, type SegmentFrame } from './segment-frame.ts';

interface Entry {
  abort: AbortController;
  promise: Promise<SegmentFrame>;
  frame: SegmentFrame | undefined;
}

export interface FramePool {
  /** Returns the frame of a segment and loads it if necessary. Throws `SegmentError`. */
  get(index: number): Promise<SegmentFrame>;
  /** Returns whether the segment is loaded or loading. */
  has(index: number): boolean;
  drop(index: number): void;
  /** Preloads a segment. Resolves to undefined if it may not be opened or failed to load; `get` then reports the error. */
  preload(index: number): Promise<SegmentFrame | undefined>;
  /**
   * Preloads the segment that the reader is about to open, and does not drop it until it has been near the shown one or another segment is
   * expected.
   */
  expect(index: number): void;
  /** Drops every frame whose index is not in the list, except that of the expected segment. */
  evictExcept(indices: number[]): void;
  loaded(): SegmentFrame[];
  clear(): void;
}

export interface FramePoolDependencies {
  stage: HTMLElement;
  spine: Spine;
  /** Returns the base URL of the content, with a slash at its end. Called for each load, because the content ticket in the URL changes. */
  baseUrl(): string;
  titleOf(index: number): string;
  whileLoading(): Promise<void>;
  onParsed(root: HTMLElement, index: number): void;
  onLoaded(frame: SegmentFrame): void;
  onDropped(frame: SegmentFrame): void;
}

export const createFramePool = (dependencies: FramePoolDependencies): FramePool => {
  const entries = new Map<number, Entry>();
  let expected: number | undefined;

  const drop = (index: number) => {
    const entry = entries.get(index);
    if (!entry) return;
    entries.delete(index);
    entry.abort.abort();
    if (entry.frame) {
      dependencies.onDropped(entry.frame);
      entry.frame.iframe.remove();
    }
  };

  const get = (index: number): Promise<SegmentFrame> => {
    const existing = entries.get(index);
    if (existing) return existing.promise;
    const spine = dependencies.spine.segmentAt(index);
    if (!spine) return Promise.reject(new RangeError(`no segment ${index}`));
    const abort = new AbortController();
    const entry: Entry = {
      abort,
      frame: undefined,
      promise: loadSegmentFrame({
        spine,
        baseUrl: dependencies.baseUrl(),
        stage: dependencies.stage,
        title: dependencies.titleOf(index),
        signal: abort.signal,
        whileLoading: dependencies.whileLoading,
        onParsed: (root) => dependencies.onParsed(root, index),
      }).then(
        (frame) => {
          entry.frame = frame;
          dependencies.onLoaded(frame);
          return frame;
        },
        (error: unknown) => {
          if (entries.get(index) === entry) entries.delete(index);
          throw error;
        },
      ),
    };
    entries.set(index, entry);
    return entry.promise;
  };

  /** A failed preload is retried, and its error reported, when the reader goes there. */
  const ignorePreloadError = () => undefined;

  const preload: FramePool['preload'] = async (index) =>
    dependencies.spine.segmentAt(index)?.item.open ? get(index).catch(ignorePreloadError) : undefined;

  return {
    get,
    has: (index) => entries.has(index),
    drop,
    preload,
    expect: (index) => {
      expected = index;
      void preload(index);
    },
    evictExcept: (indices) => {
      if (expected !== undefined && indices.includes(expected)) expected = undefined;
      for (const index of Array.from(entries.keys())) if (index !== expected && !indices.includes(index)) drop(index);
    },
    loaded: () => [...entries.values()].flatMap((entry) => (entry.frame ? [entry.frame] : [])),
    clear: () => {
      for (const index of Array.from(entries.keys())) drop(index);
    },
  };
};
