/** Size and position of the window between runs. */
import { z } from 'zod';

export const MIN_WIDTH = 800;
export const MIN_HEIGHT = 560;
const DEFAULT_SIZE = { width: 1280, height: 832 };
/** Part of the title bar in pixels that must be on a screen, so that the window can be dragged. */
const GRIP_WIDTH = 120;
const TITLE_BAR_HEIGHT = 40;

const size = z.number().int().min(1).max(100_000);
const coordinate = z.number().int().min(-100_000).max(100_000);

/** The stored size and position, of the window that is not maximized. */
export const windowGeometry = z.object({ x: coordinate, y: coordinate, width: size, height: size, isMaximized: z.boolean() });
export type WindowGeometry = z.output<typeof windowGeometry>;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns whether the title bar of a window can be reached with the pointer in one of these work areas. */
const isBarOn = (frame: Area, area: Area): boolean => {
  const shownWidth = Math.min(frame.x + frame.width, area.x + area.width) - Math.max(frame.x, area.x);
  const isBarShown = frame.y >= area.y && frame.y + TITLE_BAR_HEIGHT <= area.y + area.height;
  return shownWidth >= GRIP_WIDTH && isBarShown;
};

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * Returns where to open the window: as stored if its title bar can be reached; otherwise, for example after a screen was removed, with its
 * size in the middle of the first work area. `areas`: the work areas of the screens, the primary one first. The window is never larger than
 * its work area, unless that is smaller than the smallest window.
 */
export const fitToScreens = (stored: WindowGeometry | undefined, areas: readonly [Area, ...Area[]]): Area & { isMaximized: boolean } => {
  const frame = stored ?? { ...DEFAULT_SIZE, x: Number.NaN, y: Number.NaN, isMaximized: false };
  const { isMaximized } = frame;
  const area = areas.find((each) => isBarOn(frame, each));
  const target = area ?? areas[0];
  const width = between(MIN_WIDTH, frame.width, Math.max(MIN_WIDTH, target.width));
  const height = between(MIN_HEIGHT, frame.height, Math.max(MIN_HEIGHT, target.height));
  if (area !== undefined) return { x: frame.x, y: frame.y, width, height, isMaximized };
  const x = target.x + Math.max(0, Math.round((target.width - width) / 2));
  const y = target.y + Math.max(0, Math.round((target.height - height) / 2));
  return { x, y, width, height, isMaximized };
};
