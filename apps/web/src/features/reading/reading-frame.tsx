/** The isolated frame a book is shown in, and the channel to the engine inside. */
import type { Locator, ReadingPreferences } from '@shufang/contract';
import { createNavigator, type FrameEvents, type Navigator } from '@shufang/reading-engine';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './reading.module.css';
import type { OpenedBook } from './use-open-book.ts';

type Reports = { [K in keyof FrameEvents as `on${Capitalize<K>}`]?: (data: FrameEvents[K]) => void };

export interface ReadingFrameProps
  extends Pick<
    Reports,
    | 'onOpened'
    | 'onLocated'
    | 'onSelection'
    | 'onSelectionCleared'
    | 'onDecorationActivated'
    | 'onDecorationState'
    | 'onLink'
    | 'onFigure'
    | 'onTap'
    | 'onKey'
    | 'onContentExpired'
    | 'onWall'
    | 'onError'
  > {
  opened: OpenedBook;
  start: Locator | undefined;
  preferences: ReadingPreferences;
  /** The engine's end of the channel; `undefined` when the frame is taken away. */
  onNavigator: (navigator: Navigator | undefined) => void;
  /** The frame did not answer. */
  onFailed: () => void;
}

/** The engine listens to one origin only and learns it from its address. */
const frameAddress = (frameUrl: string): string => {
  const address = new URL(frameUrl, location.href);
  address.searchParams.set('app', location.origin);
  return address.href;
};

export const ReadingFrame = (props: ReadingFrameProps) => {
  const iframe = useRef<HTMLIFrameElement>(null);
  const address = frameAddress(props.opened.content.frameUrl);
  const handle = useEffectEvent(<K extends keyof FrameEvents>(name: K, data: FrameEvents[K]) => {
    const handler = props[`on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof Reports & keyof ReadingFrameProps];
    (handler as ((data: FrameEvents[K]) => void) | undefined)?.(data);
  });
  const open = useEffectEvent((navigator: Navigator) => {
    const { opened, start, preferences } = props;
    navigator
      .open({ baseUrl: opened.content.baseUrl, manifest: opened.manifest, preferences, ...(start ? { locator: start } : {}) })
      .catch((fault: unknown) => {
        // A channel closed by us (the screen is gone) is no failure.
        if (!String(fault).includes('closed')) props.onFailed();
      });
  });
  const tell = useEffectEvent((navigator: Navigator | undefined) => props.onNavigator(navigator));

  useEffect(() => {
    const element = iframe.current;
    if (!element) return;
    const names = [
      'opened',
      'located',
      'selection',
      'selectionCleared',
      'decorationActivated',
      'decorationState',
      'link',
      'figure',
      'tap',
      'key',
      'contentExpired',
      'wall',
      'error',
    ] as const;
    const on = Object.fromEntries(names.map((name) => [name, (data: never) => handle(name, data)]));
    const navigator = createNavigator(element, { contentOrigin: new URL(address).origin, on, words: readingText.frame });
    tell(navigator);
    open(navigator);
    return () => {
      tell(undefined);
      navigator.close();
    };
  }, [address]);

  return (
    <iframe
      ref={iframe}
      className={styles.frame}
      src={address}
      title={readingText.region}
      // Another origin than the app: the two permissions together open nothing of ours (security.md, book content).
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin"
      allow="fullscreen; autoplay"
    />
  );
};
