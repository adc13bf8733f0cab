import { describe, expect, it } from 'vitest';
import { createWheelTurner, turnOfKey, zoneOf } from './turning.ts';

const key = (name: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

describe('keys', () => {
  it('arrow keys turn toward the side of the next page', () => {
    expect(turnOfKey(key('ArrowRight'), false)).toBe('forward');
    expect(turnOfKey(key('ArrowRight'), true)).toBe('backward');
    expect(turnOfKey(key('ArrowLeft'), true)).toBe('forward');
    expect(turnOfKey(key('PageDown'), true)).toBe('forward');
  });

  it('Shift with space turns back, and Shift with arrows is left to the selection', () => {
    expect(turnOfKey(key(' '), false)).toBe('forward');
    expect(turnOfKey(key(' ', { shiftKey: true }), false)).toBe('backward');
    expect(turnOfKey(key('ArrowRight', { shiftKey: true }), false)).toBeUndefined();
  });

  it('shortcuts are left to the app', () => {
    expect(turnOfKey(key('ArrowLeft', { altKey: true }), false)).toBeUndefined();
    expect(turnOfKey(key('Home', { ctrlKey: true }), false)).toBeUndefined();
    expect(turnOfKey(key('f', { ctrlKey: true }), false)).toBeUndefined();
  });
});

describe('thirds of the screen', () => {
  it('the outer thirds swap with the reading direction', () => {
    expect([100, 450, 800].map((x) => zoneOf(x, 900, false))).toEqual(['previous', 'center', 'next']);
    expect([100, 450, 800].map((x) => zoneOf(x, 900, true))).toEqual(['next', 'center', 'previous']);
  });
});

describe('the wheel', () => {
  const wheel = (timeStamp: number, deltaY: number, deltaX = 0) => ({ timeStamp, deltaX, deltaY, deltaMode: 0 }) as WheelEvent;

  it('one touchpad gesture turns one page, however many events it sends', () => {
    const turns: string[] = [];
    const turn = createWheelTurner((direction) => turns.push(direction));
    for (let i = 0; i < 60; i++) turn(wheel(i * 16, 30), false);
    expect(turns).toEqual(['forward']);
  });

  it('each notch of a mouse wheel turns a page, and a change of direction turns at once', () => {
    const turns: string[] = [];
    const turn = createWheelTurner((direction) => turns.push(direction));
    turn(wheel(1_000, 120), false);
    turn(wheel(1_300, 120), false);
    turn(wheel(1_320, -120), false);
    expect(turns).toEqual(['forward', 'forward', 'backward']);
  });

  it('a horizontal gesture turns according to the reading direction', () => {
    const turns: string[] = [];
    const turn = createWheelTurner((direction) => turns.push(direction));
    turn(wheel(1_000, 0, -60), true);
    turn(wheel(2_000, 0, -60), false);
    expect(turns).toEqual(['forward', 'backward']);
  });
});
