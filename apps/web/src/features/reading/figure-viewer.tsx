/**
 * Displays a picture of the book enlarged over the page: zoomed and moved by wheel, touch, mouse, keys and buttons. It shows a bitmap and
 * runs no code of the book.
 */
import { IconArrowsMinimize, IconX, IconZoomIn, IconZoomOut } from '@shufang/icons';
import type { FigureReport } from '@shufang/reading-engine';
import { IconButton, Row, Text } from '@shufang/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readingText as text } from '../../platform/messages/zh-cn/reading.ts';
import styles from './figure.module.css';
import { type FigureTransform, fitOf, insideView, movedBy, WHOLE_FIGURE, zoomedAt } from './figure-transform.ts';

const STEP = 1.5;
const STEP_PX = 80;
/** Zoom after a double click or double tap; enough to read small letters. */
const CLOSE_UP = 2.5;
/** If the pointer moves at most this distance between press and release, it is a click; otherwise the picture is dragged. */
const CLICK_PX = 4;
const MIDDLE = { x: 0, y: 0 };

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP_PX, 0],
  ArrowRight: [-STEP_PX, 0],
  ArrowUp: [0, STEP_PX],
  ArrowDown: [0, -STEP_PX],
};
const zooms: Readonly<Record<string, number>> = { '+': STEP, '=': STEP, '-': 1 / STEP, _: 1 / STEP };

interface Point {
  readonly x: number;
  readonly y: number;
}
interface Grip {
  /** Midpoint of the pointers, relative to the center of the view. */
  readonly middle: Point;
  /** Distance between the pointers; 0 with one pointer. */
  readonly distance: number;
}

const gripOf = (pointers: ReadonlyMap<number, Point>, box: DOMRect): Grip | undefined => {
  const [first, second] = [...pointers.values()];
  if (!first) return undefined;
  const other = second ?? first;
  return {
    middle: { x: (first.x + other.x) / 2 - box.left - box.width / 2, y: (first.y + other.y) / 2 - box.top - box.height / 2 },
    distance: Math.hypot(first.x - other.x, first.y - other.y),
  };
};

/** Returns the position and zoom of the picture in a view whose size may change, and the functions that change them. */
const useFigureTransform = (picture: ImageBitmap) => {
  const area = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<FigureTransform>(WHOLE_FIGURE);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = new ResizeObserver(() => setView({ width: element.clientWidth, height: element.clientHeight }));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  return {
    area,
    transform: insideView(chosen, picture, view),
    fit: fitOf(picture, view),
    zoomAt: (factor: number, point: Point = MIDDLE): void =>
      setChosen((before) => zoomedAt(insideView(before, picture, view), factor, point, picture, view)),
    moveBy: (dx: number, dy: number): void => setChosen((before) => movedBy(insideView(before, picture, view), dx, dy, picture, view)),
    resetZoom: (): void => setChosen(WHOLE_FIGURE),
  };
};

/** Returns the scale of the rendered bitmap, such that the browser never shrinks it to less than half. */
const detailOf = (fit: number, zoom: number): number => Math.min(1, fit * window.devicePixelRatio * 2 ** Math.ceil(Math.log2(zoom)));

const centerOf = (event: { clientX: number; clientY: number }, element: HTMLElement): Point => {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
};

interface FigureViewerProps {
  readonly figure: FigureReport;
  readonly onClose: () => void;
}

export const FigureViewer = ({ figure, onClose }: FigureViewerProps) => {
  const { picture, alt, caption } = figure;
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const traveled = useRef(0);
  const { area, transform, fit, zoomAt, moveBy, resetZoom } = useFigureTransform(picture);
  const name = alt || caption || text.figure.name;

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focuses the dialog and not its first button, because the user has not chosen an action yet.
    element?.focus();
    return () => element?.close();
  }, []);
  const detail = detailOf(fit, transform.zoom);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.canvas.width = Math.round(picture.width * detail);
    context.canvas.height = Math.round(picture.height * detail);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, context.canvas.width, context.canvas.height);
  }, [picture, detail]);
  const leave = (): void => {
    // The dialog is closed first: closing returns the focus to the frame, and `onClose` passes it on to the picture.
    dialog.current?.close();
    onClose();
  };

  const handleWheel = useEffectEvent((event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1;
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // Browsers report a pinch on a touchpad as wheel events with Ctrl and small deltas, so the zoom per pixel is larger for these events.
    if (event.ctrlKey) zoomAt(Math.exp(-event.deltaY * unit * 0.01), area.current ? centerOf(event, area.current) : MIDDLE);
    else if (isAcross) moveBy(-(event.deltaX || event.deltaY) * unit, 0);
    else zoomAt(Math.exp(-event.deltaY * unit * 0.002), area.current ? centerOf(event, area.current) : MIDDLE);
  });
  useEffect(() => {
    const element = area.current;
    const listen = (event: WheelEvent): void => handleWheel(event);
    // React's own wheel listener is passive and cannot prevent the page from scrolling.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [area]);

  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (move) moveBy(...move);
    else if (zoom) zoomAt(zoom);
    else if (event.key === '0' || event.key === 'Home') resetZoom();
    else return;
    event.preventDefault();
  };

  const handlePointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) traveled.current = 0;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!pointers.current.has(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const before = gripOf(pointers.current, box);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = gripOf(pointers.current, box);
    if (!before || !now) return;
    const [dx, dy] = [now.middle.x - before.middle.x, now.middle.y - before.middle.y];
    traveled.current += Math.abs(dx) + Math.abs(dy) + Math.abs(now.distance - before.distance);
    moveBy(dx, dy);
    if (before.distance > 0) zoomAt(now.distance / before.distance, now.middle);
  };
  const handlePointerEnd = (event: PointerEvent<HTMLElement>): void => {
    const wasPressed = pointers.current.delete(event.pointerId);
    const isClick = wasPressed && event.type === 'pointerup' && pointers.current.size === 0 && traveled.current <= CLICK_PX;
    if (!isClick || !canvas.current) return;
    const box = canvas.current.getBoundingClientRect();
    const isBeside = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
    if (isBeside) leave();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={text.figure.name}
      tabIndex={-1}
      onKeyDown={handleKey}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <Row gap={4} align="center" justify="end" className={styles.tools}>
        <Text size={14} tone="soft" tabular className={styles.share} role="status">
          {text.figure.share(Math.round(transform.zoom * 100))}
        </Text>
        <IconButton name={text.figure.smaller} shortcut="-" disabled={transform.zoom <= 1} onClick={() => zoomAt(1 / STEP)}>
          <IconZoomOut size={20} stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton name={text.figure.larger} shortcut="+" onClick={() => zoomAt(STEP)}>
          <IconZoomIn size={20} stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton name={text.figure.whole} shortcut="0" disabled={transform.zoom <= 1} onClick={resetZoom}>
          <IconArrowsMinimize size={20} stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton name={text.figure.close} shortcut="Esc" onClick={leave}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </IconButton>
      </Row>
      <div
        ref={area}
        className={styles.area}
        data-zoomed={transform.zoom > 1 ? '' : undefined}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerEnd}
        onPointerCancel={handlePointerEnd}
        onDoubleClick={(event) => (transform.zoom > 1 ? resetZoom() : zoomAt(CLOSE_UP, centerOf(event, event.currentTarget)))}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={name}
          style={{ translate: `calc(-50% + ${transform.x}px) calc(-50% + ${transform.y}px)`, scale: (fit * transform.zoom) / detail }}
        />
      </div>
      {(caption !== '' || alt !== '') && (
        <div className={styles.text}>
          {caption !== '' && <p>{caption}</p>}
          {alt !== '' && alt !== caption && <p className={styles.alt}>{alt}</p>}
        </div>
      )}
    </dialog>
  );
};
