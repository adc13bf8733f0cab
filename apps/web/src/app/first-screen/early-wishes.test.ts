import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWishes } from './early-wishes.ts';

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

/** What the client's button hears. */
const listen = (button: HTMLElement): (() => number) => {
  let presses = 0;
  button.addEventListener('click', () => presses++);
  return () => presses;
};

/** The button as the client makes it anew. */
const madeAnew = (name: string, isDisabled = false): HTMLButtonElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  button.disabled = isDisabled;
  return button;
};

/** The person presses, then the client comes and `begins`. */
const pressBefore = async (name: string, begins: () => void): Promise<void> => {
  const endWishes = keepWishes(root);
  buttonOf(name).click();
  const act = endWishes();
  begins();
  act();
  await vi.advanceTimersByTimeAsync(0);
};

test('a button is pressed once more when the client listens', async () => {
  let presses = (): number => 0;
  await pressBefore('加入书架', () => (presses = listen(buttonOf('加入书架'))));
  expect(presses()).toBe(1);
});

test('one that took its place and cannot be pressed yet is pressed when it can be, once', async () => {
  const anew = madeAnew('加入书架', true);
  const presses = listen(anew);
  await pressBefore('加入书架', () => buttonOf('加入书架').replaceWith(anew));
  expect(presses()).toBe(0);
  anew.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(1);
  anew.disabled = true;
  anew.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(1);
});

test('one that says something else by then is left alone', async () => {
  const anew = madeAnew('加入书架', true);
  const presses = listen(anew);
  await pressBefore('加入书架', () => buttonOf('加入书架').replaceWith(anew));
  anew.textContent = '已在书架';
  anew.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(0);
});

test('a newer press, and time, end it', async () => {
  const anew = madeAnew('加入书架', true);
  const presses = listen(anew);
  await pressBefore('加入书架', () => buttonOf('加入书架').replaceWith(anew));
  buttonOf('收藏').click();
  anew.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(presses()).toBe(0);

  const later = madeAnew('收藏', true);
  const laterPresses = listen(later);
  await pressBefore('收藏', () => buttonOf('收藏').replaceWith(later));
  await vi.advanceTimersByTimeAsync(10_001);
  later.disabled = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(laterPresses()).toBe(0);
});
