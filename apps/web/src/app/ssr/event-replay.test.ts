import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordEvents } from './event-replay.ts';

let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="root"><button type="button">加入书架</button><button type="button">收藏</button></div>';
  root = document.querySelector<HTMLElement>('#root') as HTMLElement;
});

afterEach(() => vi.useRealTimers());

const buttonOf = (name: string): HTMLButtonElement => {
  const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (button === undefined) throw new Error(`no button ${name}`);
  return button;
};

/** Returns a counter of the clicks on the button. */
const countClicks = (button: HTMLElement): (() => number) => {
  let clicks = 0;
  button.addEventListener('click', () => clicks++);
  return () => clicks;
};

/** Returns a button that the client renders in place of the original. */
const createReplacement = (name: string, isDisabled = false): HTMLButtonElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  button.disabled = isDisabled;
  return button;
};

/** Clicks a button before hydration, then hydrates and replays. */
const clickThenHydrate = async (name: string, hydrate: () => void): Promise<void> => {
  const stopRecording = recordEvents(root);
  buttonOf(name).click();
  const replay = stopRecording();
  hydrate();
  replay();
  await vi.advanceTimersByTimeAsync(0);
};

test('a click before hydration is replayed on the same button', async () => {
  let presses = (): number => 0;
  await clickThenHydrate('加入书架', () => (presses = countClicks(buttonOf('加入书架'))));
  expect(presses()).toBe(1);
});

test('a disabled replacement button is clicked once as soon as it is enabled', async () => {
  const newButton = createReplacement('加入书架', true);
  const presses = countClicks(newButton);
  await clickThenHydrate('加入书架', () => buttonOf('加入书架').replaceWith(newButton));
  expect(presses()).toBe(0);
  newButton.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(1);
  newButton.disabled = true;
  newButton.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(1);
});

test('a button that hydration replaces during the replayed click is clicked once in its replacement', async () => {
  const newButton = createReplacement('加入书架', true);
  const presses = countClicks(newButton);
  await clickThenHydrate('加入书架', () => {
    const replace = ({ target }: Event): void => (target as Element).replaceWith(newButton);
    root.addEventListener('click', replace, { capture: true, once: true });
  });
  expect([presses(), newButton.isConnected]).toEqual([0, true]);
  newButton.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(1);
});

test('a replacement button with another label is not clicked', async () => {
  const newButton = createReplacement('加入书架', true);
  const presses = countClicks(newButton);
  await clickThenHydrate('加入书架', () => buttonOf('加入书架').replaceWith(newButton));
  newButton.textContent = '已在书架';
  newButton.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(0);
});

test('a newer click and the timeout cancel the replay', async () => {
  const newButton = createReplacement('加入书架', true);
  const presses = countClicks(newButton);
  await clickThenHydrate('加入书架', () => buttonOf('加入书架').replaceWith(newButton));
  buttonOf('收藏').click();
  newButton.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(0);

  const later = createReplacement('收藏', true);
  const laterPresses = countClicks(later);
  await clickThenHydrate('收藏', () => buttonOf('收藏').replaceWith(later));
  await vi.advanceTimersByTimeAsync(10_001);
  later.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(laterPresses()).toBe(0);
});
