/** What jsdom lacks and our components expect; runs before each file of component tests. */
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { ReadableStream } from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine is no fault of the component.
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

  // jsdom knows the element, not what it does.
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
