/** The isolated frame that shows a book, and the channel to its engine. */
import type { Locator, ReadingPreferences } from '@shufang/contract';
import { createNavigator, type FrameEvents, isNavigatorClosed, type Navigator } from '@shufang/reading-engine';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { frameUrlFor, insertFrame } from './frame-element.ts';
import styles from './reading.module.css';
import { type OpenedBook, publicationOf } from './use-open-book.ts';

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

export const ReadingFrame = (props: ReadingFrameProps) => {
  const host = useRef<HTMLDivElement>(null);
  const url = frameUrlFor(props.opened.content.frameUrl);
  const handle = useEffectEvent(<K extends keyof FrameEvents>(name: K, data: FrameEvents[K]) => {
    const handler = props[`on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof Reports & keyof ReadingFrameProps];
    (handler as ((data: FrameEvents[K]) => void) | undefined)?.(data);
  });
  const open = useEffectEvent((navigator: Navigator) => {
    const { opened, start, preferences } = props;
    navigator
      .open({ baseUrl: opened.content.baseUrl, publication: publicationOf(opened), preferences, ...(start ? { locator: start } : {}) })
      .catch((error: unknown) => {
        if (!isNavigatorClosed(error)) props.onFailed();
      });
  });
  const emit = useEffectEvent((navigator: Navigator | undefined) => props.onNavigator(navigator));

  useEffect(() => {
    if (!host.current) return;
    const iframe = insertFrame(host.current, url);
    iframe.title = readingText.region;
    iframe.className = styles.frame ?? '';
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
    const navigator = createNavigator(iframe, { contentOrigin: new URL(url).origin, on, texts: readingText.frame });
    emit(navigator);
    open(navigator);
    return () => {
      emit(undefined);
      navigator.close();
      iframe.remove();
    };
  }, [url]);

  return <div ref={host} className={styles.frameHost} />;
};
