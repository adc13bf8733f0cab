/**
 * The first script of a document with scripts, in a frame with an opaque origin (docs/decisions/0022-interactive-books.md). It closes what no
 * policy closes, offers what the standard expects of a reading system, and connects the document with the app by one port.
 */
import type { BridgeReport, ScriptFrameName } from './protocol.ts';
import { SCRIPT_PORT } from './protocol.ts';

const FEATURES: Readonly<Record<string, boolean>> = {
  'dom-manipulation': true,
  'layout-changes': false,
  'touch-events': true,
  'mouse-events': true,
  'keyboard-events': true,
  'spine-scripting': true,
};

/** The policy of a page cannot forbid connections between browsers. */
const closeNetwork = (): void => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
    Object.defineProperty(window, name, { value: undefined, configurable: false, writable: false });
};

interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string, type?: string, sink?: string) => string | null>): unknown;
}

/** Texts may become elements, but no documents of frames, and no code. */
const limitMarkup = (): void => {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text, _type, sink = '') => (/srcdoc/i.test(sink) ? '' : text.replaceAll(/srcdoc/gi, 'data-srcdoc')),
    // The content policy restricts where scripts come from.
    createScriptURL: (text) => text,
    createScript: () => null,
  });
};

/** Returns what the app passes to the document before it is loaded. */
const readName = (): ScriptFrameName => {
  try {
    const parsed = JSON.parse(window.name) as Partial<ScriptFrameName>;
    return { values: { ...parsed.values } };
  } catch {
    return { values: {} };
  }
};

let port: MessagePort | undefined;
const waiting: BridgeReport[] = [];
const report = (message: BridgeReport): void => {
  if (port) port.postMessage(message);
  else waiting.push(message);
};

/** A replacement of `localStorage`, which a document with an opaque origin does not have. The app stores its values. */
const createStorage = (values: Map<string, string>, isStored: boolean): Storage => {
  const changed = (): void => {
    if (isStored) report({ type: 'state', values: Object.fromEntries(values) });
  };
  const methods = {
    getItem: (key: string) => values.get(String(key)) ?? null,
    setItem: (key: string, value: string) => {
      values.set(String(key), String(value));
      changed();
    },
    removeItem: (key: string) => {
      if (values.delete(String(key))) changed();
    },
    clear: () => {
      values.clear();
      changed();
    },
    key: (index: number) => [...values.keys()][index] ?? null,
  };
  const isMethod = (key: string | symbol): key is keyof typeof methods => typeof key === 'string' && Object.hasOwn(methods, key);
  return new Proxy(methods as unknown as Storage, {
    get: (_target, key) => (isMethod(key) ? methods[key] : key === 'length' ? values.size : values.get(String(key))),
    set: (_target, key, value) => {
      methods.setItem(String(key), String(value));
      return true;
    },
    deleteProperty: (_target, key) => {
      methods.removeItem(String(key));
      return true;
    },
    has: (_target, key) => isMethod(key) || key === 'length' || values.has(String(key)),
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_target, key) => {
      const value = values.get(String(key));
      return value === undefined ? undefined : { value, configurable: true, enumerable: true, writable: true };
    },
  });
};

const offerReadingSystem = (): void => {
  const system = {
    name: 'Shufang',
    version: '1.0',
    layoutStyle: 'paginated',
    hasFeature: (name: string) => FEATURES[name],
  };
  Object.defineProperty(navigator, 'epubReadingSystem', { value: Object.freeze(system), configurable: false });
};

const connect = (): void => {
  const handleMessage = (event: MessageEvent): void => {
    const [given] = event.ports;
    if (event.source !== window.parent || event.data !== SCRIPT_PORT || given === undefined) return;
    event.stopImmediatePropagation();
    port = given;
    given.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'ping') given.postMessage({ type: 'pong' } satisfies BridgeReport, []);
    });
    given.start();
    for (const message of waiting.splice(0)) given.postMessage(message, []);
  };
  window.addEventListener('message', handleMessage);
};

/** Links leave the document only by the app. */
const reportLinks = (): void => {
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href') ?? link?.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
      if (!href || href.startsWith('#') || /^javascript:/i.test(href)) return;
      event.preventDefault();
      report({ type: 'link', href: new URL(href, document.baseURI).href });
    },
    { capture: true },
  );
};

closeNetwork();
limitMarkup();
offerReadingSystem();
Object.defineProperty(window, 'localStorage', { value: createStorage(new Map(Object.entries(readName().values)), true) });
Object.defineProperty(window, 'sessionStorage', { value: createStorage(new Map(), false) });
connect();
reportLinks();
document.currentScript?.remove();
