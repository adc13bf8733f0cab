/** The isolated frame that shows a book, and the channel to its engine. */
import type { Locator, ReadingPreferences } from '@shufang/contract';
import { createNavigator, type FrameEvents, isNavigatorClosed, type Navigator } from '@shufang/reading-engine';
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
  /** Called with the navigator of the frame, and with `undefined` when the frame is removed. */
  onNavigator: (navigator: Navigator | undefined) => void;
  /** Called when the frame does not respond. */
  onFailed: () => void;
}

/** Returns the frame's URL with the app's origin, the only origin that the engine accepts. */
const frameUrlFor = (frameUrl: string): string => {
  const url = new URL(frameUrl, location.href);
  url.searchParams.set('app', location.origin);
  return url.href;
};

export const ReadingFrame = (props: ReadingFrameProps) => {
  const iframe = useRef<HTMLIFrameElement>(null);
  const url = frameUrlFor(props.opened.content.frameUrl);
  const handle = useEffectEvent(<K extends keyof FrameEvents>(name: K, data: FrameEvents[K]) => {
    const handler = props[`on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof Reports & keyof ReadingFrameProps];
    (handler as ((data: FrameEvents[K]) => void) | undefined)?.(data);
  });
  const open = useEffectEvent((navigator: Navigator) => {
    const { opened, start, preferences } = props;
    navigator
      .open({ baseUrl: opened.content.baseUrl, manifest: opened.manifest, preferences, ...(start ? { locator: start } : {}) })
      .catch((error: unknown) => {
        if (!isNavigatorClosed(error)) props.onFailed();
      });
  });
  const emit = useEffectEvent((navigator: Navigator | undefined) => props.onNavigator(navigator));

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
    const navigator = createNavigator(element, { contentOrigin: new URL(url).origin, on, texts: readingText.frame });
    emit(navigator);
    open(navigator);
    return () => {
      emit(undefined);
      navigator.close();
    };
  }, [url]);

  return (
    <iframe
      ref={iframe}
      className={styles.frame}
      src={url}
      title={readingText.region}
      // The frame has another origin than the app, so `allow-scripts` together with `allow-same-origin` gives it no access to the app
      // (security.md, book content).
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin"
      allow="fullscreen; autoplay"
    />
  );
};
