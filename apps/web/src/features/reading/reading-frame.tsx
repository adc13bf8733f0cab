/** The isolated frame that shows a book, and the channel to its engine. */
import { type Locator, locator, type ReadingPreferences } from '@shufang/contract';
import { createNavigator, type FrameEvent, type FrameEvents, isNavigatorClosed, type Navigator } from '@shufang/reading-engine';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { type EarlyReader, takeEarlyReader } from './early-reader.ts';
import { frameUrlFor, insertFrame } from './frame-element.ts';
import styles from './reading.module.css';
import { type OpenedBook, publicationOf } from './use-open-book.ts';

type Reports = { [K in keyof FrameEvents as `on${Capitalize<K>}`]?: (data: FrameEvents[K]) => void };

export interface ReadingFrameProps extends Omit<Reports, 'onReady'> {
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
  const connect = useEffectEvent((iframe: HTMLIFrameElement, early: EarlyReader | undefined): Navigator => {
    const { opened, start, preferences, onFailed } = props;
    const receive = ({ name, data }: FrameEvent): void => handle(name, data);
    const navigator =
      early?.navigator ?? createNavigator(iframe, { contentOrigin: new URL(url).origin, onEvent: receive, texts: readingText.frame });
    const opening =
      early?.opened ??
      navigator.open({
        baseUrl: opened.content.baseUrl,
        publication: publicationOf(opened),
        preferences,
        ...(start ? { locator: start } : {}),
      });
    opening.catch((error: unknown) => {
      if (!isNavigatorClosed(error)) onFailed();
    });
    early?.connect(receive);
    return navigator;
  });
  const take = useEffectEvent(() =>
    takeEarlyReader({
      url,
      baseUrl: props.opened.content.baseUrl,
      locator: props.start,
      parse: (value) => locator.safeParse(value).data,
    }),
  );
  const emit = useEffectEvent((navigator: Navigator | undefined) => props.onNavigator(navigator));

  // Runs before the browser paints, so that a text that is already shown stays visible.
  useLayoutEffect(() => {
    if (!host.current) return;
    const early = take();
    const iframe = insertFrame(host.current, url);
    iframe.title = readingText.region;
    iframe.className = styles.frame ?? '';
    const navigator = connect(iframe, early);
    emit(navigator);
    return () => {
      emit(undefined);
      navigator.close();
      iframe.remove();
    };
  }, [url]);

  return <div ref={host} className={styles.frameHost} />;
};
