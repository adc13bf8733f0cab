import { describe, expect, it } from 'vitest';
import { fitToScreens } from './window-geometry.ts';

const left = { x: 0, y: 0, width: 1440, height: 900 };
const right = { x: 1440, y: 0, width: 1920, height: 1080 };
const stored = { x: 1600, y: 100, width: 1000, height: 700, isMaximized: false };

describe('the size and position of the window', () => {
  it('is in the middle of the primary screen when the client starts for the first time', () => {
    expect(fitToScreens(undefined, [left, right])).toEqual({ x: 80, y: 34, width: 1280, height: 832, isMaximized: false });
  });

  it('is the stored one while a screen shows its title bar', () => {
    expect(fitToScreens(stored, [left, right])).toEqual(stored);
    expect(fitToScreens({ ...stored, isMaximized: true }, [left, right])).toMatchObject({ isMaximized: true });
  });

  it.each([
    ['the screen was removed', stored],
    ['only a corner is on the screen', { ...stored, x: 1400 }],
    ['the title bar is above the screen', { ...stored, x: 100, y: -10 }],
    ['the title bar is below the screen', { ...stored, x: 100, y: 880 }],
  ])('is in the middle of the primary screen if %s', (_, geometry) => {
    expect(fitToScreens(geometry, [left])).toEqual({ x: 220, y: 100, width: 1000, height: 700, isMaximized: false });
  });

  it('is not larger than the screen, nor smaller than the smallest window', () => {
    expect(fitToScreens({ ...stored, x: 0, y: 0, width: 5000, height: 5000 }, [left])).toMatchObject({ width: 1440, height: 900 });
    expect(fitToScreens({ ...stored, x: 0, y: 0, width: 10, height: 10 }, [left])).toMatchObject({ width: 800, height: 560 });
  });
});
