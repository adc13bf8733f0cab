/** The title bar as the window's handle in the desktop client: buttons of the window, dragging, double click and menu. */
import { type DesktopBridge, findDesktop } from '@shufang/desktop-bridge';
import { IconMinus, IconSquare, IconSquares, IconX } from '@shufang/icons';
import { Row } from '@shufang/ui';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './desktop-title-bar.module.css';
import { passToTitleBar } from './pass-to-title-bar.ts';

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
const CONTROLS = 'a, button, input, [role="button"]';

/** Returns whether the event happened on the bar itself, as opposed to a link or button in it. */
const isOnBar = ({ target }: { target: EventTarget }): boolean => target instanceof Element && target.closest(CONTROLS) === null;

const handlersOf = (desktop: DesktopBridge) => {
  const send = (phase: 'start' | 'move' | 'end', { screenX, screenY }: PointerEvent): void =>
    desktop.dragTitleBar({ phase, x: Math.round(screenX), y: Math.round(screenY) });
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0 || !isOnBar(event)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      send('start', event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) send('move', event);
    },
    onLostPointerCapture: (event: PointerEvent<HTMLElement>): void => send('end', event),
    onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
      if (isOnBar(event)) desktop.toggleMaximize();
    },
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      if (!isOnBar(event)) return;
      event.preventDefault();
      desktop.showContextMenu();
    },
  };
};

/** Returns the event handlers of the title bar; none in a browser. */
export const useWindowHandle = (): Partial<ReturnType<typeof handlersOf>> => {
  const desktop = findDesktop();
  return desktop === undefined ? {} : handlersOf(desktop);
};

const Buttons = ({ desktop }: { desktop: DesktopBridge }) => {
  const [{ isMaximized }, setState] = useState(desktop.facts.window);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => desktop.onWindowState(setState), [desktop]);
  useEffect(() => {
    const bar = buttons.current?.closest('header');
    if (!bar) return undefined;
    // Backdrops of dialogs leave the bar light (`modal-dialog.module.css`).
    document.documentElement.dataset['window'] = '';
    return passToTitleBar(bar);
  }, []);
  const maximize = isMaximized ? shellText.restoreWindow : shellText.maximizeWindow;
  return (
    <Row ref={buttons} className={styles.buttons}>
      <button
        type="button"
        data-window-button
        className={styles.button}
        aria-label={shellText.minimizeWindow}
        title={shellText.minimizeWindow}
        onClick={() => desktop.minimize()}
      >
        <IconMinus {...ICON} />
      </button>
      <button
        type="button"
        data-window-button
        className={styles.button}
        aria-label={maximize}
        title={maximize}
        onClick={() => desktop.toggleMaximize()}
      >
        {isMaximized ? <IconSquares {...ICON} /> : <IconSquare {...ICON} />}
      </button>
      <button
        type="button"
        data-window-button
        className={`${styles.button} ${styles.close}`}
        aria-label={shellText.close}
        title={shellText.close}
        onClick={() => desktop.close()}
      >
        <IconX {...ICON} />
      </button>
    </Row>
  );
};

/** The buttons of the window; nothing in a browser. */
export const WindowButtons = () => {
  const desktop = findDesktop();
  return desktop === undefined ? null : <Buttons desktop={desktop} />;
};
