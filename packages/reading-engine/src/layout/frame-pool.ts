/** Keeps the few inner frames alive: loads on demand, shares loads under way, aborts and removes those nobody needs any more. */
import type { Spine } from '../publication/spine.ts';
import { loadSegmentFrame, type SegmentFrame } from './segment-frame.ts';

interface Entry {
  abort: AbortController;
  promise: Promise<SegmentFrame>;
  frame: SegmentFrame | undefined;
}

export interface FramePool {
  /** Throws `SegmentFault`. */
  get(index: number): Promise<SegmentFrame>;
  /** Loaded or under way. */
  has(index: number): boolean;
  drop(index: number): void;
  /** Loads ahead; undefined for what is not open or did not load: a fault shows only when the segment is asked for. */
  preload(index: number): Promise<SegmentFrame | undefined>;
  /** Drops every frame that is not in the list. */
  keep(indices: number[]): void;
  loaded(): SegmentFrame[];
  clear(): void;
}

export interface FramePoolInput {
  stage: HTMLElement;
  spine: Spine;
  /** Asked at each load: tickets change. Ends with a slash. */
  baseUrl(): string;
  titleOf(index: number): string;
  onParsed(root: HTMLElement, index: number): void;
  onLoaded(frame: SegmentFrame): void;
  onDropped(frame: SegmentFrame): void;
}

export const createFramePool = (input: FramePoolInput): FramePool => {
  const entries = new Map<number, Entry>();

  const drop = (index: number) => {
    const entry = entries.get(index);
    if (!entry) return;
    entries.delete(index);
    entry.abort.abort();
    if (entry.frame) {
      input.onDropped(entry.frame);
      entry.frame.iframe.remove();
    }
  };

  const get = (index: number): Promise<SegmentFrame> => {
    const known = entries.get(index);
    if (known) return known.promise;
    const spine = input.spine.segments[index];
    if (!spine) return Promise.reject(new RangeError(`no segment ${index}`));
    const abort = new AbortController();
    const entry: Entry = {
      abort,
      frame: undefined,
      promise: loadSegmentFrame({
        spine,
        baseUrl: input.baseUrl(),
        stage: input.stage,
        title: input.titleOf(index),
        signal: abort.signal,
        onParsed: (root) => input.onParsed(root, index),
      }).then(
        (frame) => {
          entry.frame = frame;
          input.onLoaded(frame);
          return frame;
        },
        (fault: unknown) => {
          if (entries.get(index) === entry) entries.delete(index);
          throw fault;
        },
      ),
    };
    entries.set(index, entry);
    return entry.promise;
  };

  /** A preload that fails is tried again, and reported, when a reader really goes there. */
  const ignorePreloadFault = () => undefined;

  return {
    get,
    has: (index) => entries.has(index),
    drop,
    preload: async (index) => (input.spine.segments[index]?.item.open ? get(index).catch(ignorePreloadFault) : undefined),
    keep: (indices) => {
      for (const index of Array.from(entries.keys())) if (!indices.includes(index)) drop(index);
    },
    loaded: () => [...entries.values()].flatMap((entry) => (entry.frame ? [entry.frame] : [])),
    clear: () => {
      for (const index of Array.from(entries.keys())) drop(index);
    },
  };
};
