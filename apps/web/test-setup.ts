/** Defines what our components expect and jsdom lacks; runs before each file of component tests. */
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { ReadableStream } from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The timeout is long, because a component on a busy machine is slow without any defect.
configure({ asyncUtilTimeout: 10_000 });

const inBrowser = typeof window !== 'undefined';

if (inBrowser) {
  Object.assign(globalThis, { ReadableStream });

  window.matchMedia ??= (query: string): MediaQueryList => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  });

  window.ResizeObserver ??= class implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };

  // jsdom knows the `dialog` element, but does not implement its methods, so they are defined here.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };

  for (const name of ['scrollIntoView', 'scrollTo'] as const) {
    if (!(name in Element.prototype)) Object.defineProperty(Element.prototype, name, { value: () => undefined });
  }
}

afterEach(() => {
  if (!inBrowser) return;
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
