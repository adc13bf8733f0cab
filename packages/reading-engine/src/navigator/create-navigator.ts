/** The app's end of the channel: runs in the app page, owns the port to the reading frame, knows nothing of layout. */
import {
  type AppRequestName,
  type AppRequests,
  type FrameEventName,
  type FrameEvents,
  type FrameWords,
  type HandshakeMessage,
  isAnswerOrEvent,
  PROTOCOL_VERSION,
  type RequestMessage,
} from './protocol.ts';

export interface NavigatorOptions {
  /** Origin the frame is served from; nothing is sent to any other. */
  contentOrigin: string;
  /** Reports of the frame, by name. */
  on: { [K in FrameEventName]?: (data: FrameEvents[K]) => void };
  words: FrameWords;
  /** A question without an answer for so long is refused; default 20 s, as the app's calls. */
  timeoutMs?: number;
}

type Asked<K extends AppRequestName> = Promise<AppRequests[K]['output']>;

export interface Navigator {
  /** Shows the book. Resolves when its first page is on the screen. Call again to show another book in the same frame. */
  open(input: Omit<AppRequests['open']['input'], 'words'>): Asked<'open'>;
  /** False when the place is not in the book. */
  goTo(place: AppRequests['goTo']['input']): Asked<'goTo'>;
  /** False at the end of the book or before a wall. */
  next(): Asked<'next'>;
  previous(): Asked<'previous'>;
  goToProgression(totalProgression: number): Asked<'goToProgression'>;
  applyPreferences(preferences: AppRequests['applyPreferences']['input']['preferences']): Asked<'applyPreferences'>;
  /** Replaces the group's decorations. Cheap: only what changed is drawn. */
  setDecorations(group: string, items: AppRequests['setDecorations']['input']['items']): Asked<'setDecorations'>;
  showSearchResult(locator: AppRequests['showSearchResult']['input']['locator']): Asked<'showSearchResult'>;
  clearSearchResult(): Asked<'clearSearchResult'>;
  clearSelection(): Asked<'clearSelection'>;
  describeSelection(): Asked<'describeSelection'>;
  extendSelection(input: AppRequests['extendSelection']['input']): Asked<'extendSelection'>;
  describePlace(): Asked<'describePlace'>;
  setTicket(baseUrl: string): Asked<'setTicket'>;
  /** Moves the keyboard focus into the page. */
  focus(): Asked<'focus'>;
  /** Closes the channel; open questions are refused. */
  close(): void;
}

/** A question the frame refused or never answered. */
export class NavigatorError extends Error {
  readonly request: AppRequestName;
  constructor(request: AppRequestName, reason: string) {
    super(`${request}: ${reason}`);
    this.name = 'NavigatorError';
    this.request = request;
  }
}

interface Waiting {
  name: AppRequestName;
  resolve: (output: never) => void;
  reject: (reason: NavigatorError) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Joins an iframe that shows (or will show) the engine's `frame.html`. Questions asked before the frame is ready wait for it. */
export const createNavigator = (iframe: HTMLIFrameElement, options: NavigatorOptions): Navigator => {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const session = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('');
  const waiting = new Map<number, Waiting>();
  let queue: RequestMessage[] = [];
  let port: MessagePort | undefined;
  let isClosed = false;
  let lastId = 0;

  const startTimer = (id: number) => {
    const entry = waiting.get(id);
    if (!entry) return;
    entry.timer = setTimeout(() => {
      waiting.delete(id);
      entry.reject(new NavigatorError(entry.name, `no answer in ${timeoutMs} ms`));
    }, timeoutMs);
  };
  const send = (message: RequestMessage) => {
    port?.postMessage(message);
    startTimer(message.id);
  };

  const handleMessage = (from: MessagePort, message: unknown) => {
    if (isClosed || !isAnswerOrEvent(message)) return;
    if (message.type === 'event' && message.name === 'ready') {
      port = from;
      const asked = queue;
      queue = [];
      for (const request of asked) send(request);
    }
    if (from !== port) return;
    if (message.type === 'answer') {
      const entry = waiting.get(message.id);
      if (!entry) return;
      waiting.delete(message.id);
      clearTimeout(entry.timer);
      if (message.ok) entry.resolve(message.output as never);
      else entry.reject(new NavigatorError(entry.name, String(message.output)));
      return;
    }
    const report = options.on[message.name] as ((data: unknown) => void) | undefined;
    report?.(message.data);
  };

  /** Offers a port. A frame that took an earlier one of this session drops it, a freshly loaded one takes it. */
  const shakeHands = () => {
    // While the document can be read it is still the empty one of our own origin: the frame has not come yet.
    if (isClosed || !iframe.contentWindow || iframe.contentDocument) return;
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', (event) => handleMessage(channel.port1, event.data));
    channel.port1.start();
    const hello: HandshakeMessage = { type: 'shufang-handshake', version: PROTOCOL_VERSION, session };
    iframe.contentWindow.postMessage(hello, options.contentOrigin, [channel.port2]);
  };
  iframe.addEventListener('load', shakeHands);
  shakeHands();

  const ask = <K extends AppRequestName>(name: K, input: AppRequests[K]['input']): Asked<K> => {
    if (isClosed) return Promise.reject(new NavigatorError(name, 'closed'));
    lastId += 1;
    const message: RequestMessage = { type: 'request', id: lastId, name, input };
    return new Promise((resolve, reject) => {
      waiting.set(message.id, { name, resolve, reject, timer: undefined });
      if (port) send(message);
      else queue.push(message);
    });
  };

  return {
    open: (input) => ask('open', { ...input, words: options.words }),
    goTo: (place) => ask('goTo', place),
    next: () => ask('next', undefined),
    previous: () => ask('previous', undefined),
    goToProgression: (totalProgression) => ask('goToProgression', { totalProgression }),
    applyPreferences: (preferences) => ask('applyPreferences', { preferences }),
    setDecorations: (group, items) => ask('setDecorations', { group, items }),
    showSearchResult: (locator) => ask('showSearchResult', { locator }),
    clearSearchResult: () => ask('clearSearchResult', undefined),
    clearSelection: () => ask('clearSelection', undefined),
    describeSelection: () => ask('describeSelection', undefined),
    extendSelection: (input) => ask('extendSelection', input),
    describePlace: () => ask('describePlace', undefined),
    setTicket: (baseUrl) => ask('setTicket', { baseUrl }),
    focus: () => ask('focus', undefined),
    close: () => {
      isClosed = true;
      iframe.removeEventListener('load', shakeHands);
      port?.close();
      for (const entry of waiting.values()) {
        clearTimeout(entry.timer);
        entry.reject(new NavigatorError(entry.name, 'closed'));
      }
      waiting.clear();
      queue = [];
    },
  };
};
