/** The app's side of the channel: runs in the app's page and owns the port to the reading frame. Independent of layout. */
import {
  type AppRequestName,
  type AppRequests,
  type FrameEvent,
  type FrameTexts,
  type HandshakeMessage,
  isResponseOrEvent,
  PROTOCOL_VERSION,
  type RequestMessage,
} from './protocol.ts';

export interface NavigatorOptions {
  /** Origin of the server from which the frame is loaded; messages are sent only to this origin. */
  contentOrigin: string;
  /** Called with each event of the frame. */
  onEvent: (event: FrameEvent) => void;
  texts: FrameTexts;
  /** Time in ms after which a request without an answer fails; 20 s by default, as for the app's calls. */
  timeoutMs?: number;
}

type RequestOutput<K extends AppRequestName> = Promise<AppRequests[K]['output']>;

export interface Navigator {
  /** Opens a book. Resolves when its first page is on the screen. Can be called again to show another book in the same frame. */
  open(input: Omit<AppRequests['open']['input'], 'texts'>): RequestOutput<'open'>;
  /** Adds the documents of the book that `open` did not have. Requests for them wait until then. */
  completeReadingOrder(items: AppRequests['completeReadingOrder']['input']['items']): RequestOutput<'completeReadingOrder'>;
  /** Jumps to a destination. Resolves to false when the destination is not in the book. */
  goTo(destination: AppRequests['goTo']['input']): RequestOutput<'goTo'>;
  /** Loads the document of a destination that the reader is about to open. Failures are not reported: `goTo` reports its own. */
  prepare(destination: AppRequests['prepare']['input']): void;
  /** Turns to the next page. Resolves to false at the end of the book, and before a chapter that the reader may not open. */
  next(): RequestOutput<'next'>;
  previous(): RequestOutput<'previous'>;
  goToProgression(totalProgression: number): RequestOutput<'goToProgression'>;
  applyPreferences(preferences: AppRequests['applyPreferences']['input']['preferences']): RequestOutput<'applyPreferences'>;
  /** Sets the reader's own font, for which the preferences have the font family `own`. */
  setOwnFont(input: AppRequests['setOwnFont']['input']): RequestOutput<'setOwnFont'>;
  /** Replaces all decorations of a group; only those that differ are drawn again. */
  setDecorations(group: string, items: AppRequests['setDecorations']['input']['items']): RequestOutput<'setDecorations'>;
  /** Draws a strip beside blocks, by the id of the block. */
  setBlockShades(shades: AppRequests['setBlockShades']['input']['shades']): RequestOutput<'setBlockShades'>;
  showSearchResult(locator: AppRequests['showSearchResult']['input']['locator']): RequestOutput<'showSearchResult'>;
  clearSearchResult(): RequestOutput<'clearSearchResult'>;
  clearSelection(): RequestOutput<'clearSelection'>;
  describeSelection(): RequestOutput<'describeSelection'>;
  extendSelection(input: AppRequests['extendSelection']['input']): RequestOutput<'extendSelection'>;
  describePosition(): RequestOutput<'describePosition'>;
  setTicket(baseUrl: string): RequestOutput<'setTicket'>;
  /** Moves the keyboard focus into the page. */
  focus(): RequestOutput<'focus'>;
  /** Finds a sentence to read aloud, also in documents that are not shown. Rejects when a document cannot be loaded. */
  findSentence(
    from: AppRequests['findSentence']['input']['from'],
    options?: Omit<AppRequests['findSentence']['input'], 'from'>,
  ): RequestOutput<'findSentence'>;
  setNarration(input: AppRequests['setNarration']['input']): RequestOutput<'setNarration'>;
  /** Returns the content base URL with the last content ticket. */
  baseUrl(): string;
  showSentence(input: AppRequests['showSentence']['input']): RequestOutput<'showSentence'>;
  clearSentence(): RequestOutput<'clearSentence'>;
  setMediaPositions(positions: AppRequests['setMediaPositions']['input']['positions']): RequestOutput<'setMediaPositions'>;
  controlMedia(command: AppRequests['controlMedia']['input']): RequestOutput<'controlMedia'>;
  readTranscript(): RequestOutput<'readTranscript'>;
  /** Closes the channel and rejects pending requests. */
  close(): void;
}

/** A request that the frame rejected or did not answer in time. */
export class NavigatorError extends Error {
  readonly request: AppRequestName;
  readonly reason: string;
  constructor(request: AppRequestName, reason: string) {
    super(`${request}: ${reason}`);
    this.name = 'NavigatorError';
    this.request = request;
    this.reason = reason;
  }
}

const CLOSED = 'closed';

/** Returns whether an error is the rejection of a request whose navigator was closed. The frame was removed then, so it is no failure. */
export const isNavigatorClosed = (error: unknown): boolean => error instanceof NavigatorError && error.reason === CLOSED;

interface PendingRequest {
  name: AppRequestName;
  resolve: (output: never) => void;
  reject: (reason: NavigatorError) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Connects to an iframe that shows (or will show) the engine's `frame.html`. Requests are queued until the frame is ready. */
export const createNavigator = (iframe: HTMLIFrameElement, options: NavigatorOptions): Navigator => {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const session = Array.from(crypto.getRandomValues(new Uint32Array(4)), (value) => value.toString(36)).join('');
  const pendingRequests = new Map<number, PendingRequest>();
  let queue: RequestMessage[] = [];
  let port: MessagePort | undefined;
  let isClosed = false;
  let lastId = 0;
  let baseUrl = '';

  const startTimer = (id: number) => {
    const entry = pendingRequests.get(id);
    if (!entry) return;
    entry.timer = setTimeout(() => {
      pendingRequests.delete(id);
      entry.reject(new NavigatorError(entry.name, `no answer in ${timeoutMs} ms`));
    }, timeoutMs);
  };
  const send = (message: RequestMessage) => {
    port?.postMessage(message);
    startTimer(message.id);
  };

  /** Handles a message of the frame. `early`: the requests that were sent on this port with its handshake. */
  const handleMessage = (from: MessagePort, early: readonly RequestMessage[], message: unknown) => {
    if (isClosed || !isResponseOrEvent(message)) return;
    if (message.type === 'event' && message.name === 'ready') {
      port = from;
      const queued = queue;
      queue = [];
      for (const request of queued) {
        if (early.includes(request)) startTimer(request.id);
        else send(request);
      }
    }
    if (from !== port) return;
    if (message.type === 'answer') {
      const entry = pendingRequests.get(message.id);
      if (!entry) return;
      pendingRequests.delete(message.id);
      clearTimeout(entry.timer);
      if (message.ok) entry.resolve(message.output as never);
      else entry.reject(new NavigatorError(entry.name, String(message.output)));
      return;
    }
    options.onEvent({ name: message.name, data: message.data } as FrameEvent);
  };

  /**
   * Sends a handshake with a port, and on it the requests so far, so that the frame need not answer before it opens the book. A newly loaded
   * frame accepts the handshake; a frame that already has a port of this session ignores it, and with it these requests.
   */
  const sendHandshake = () => {
    // The frame has not loaded yet if its document is readable: then it is still the initial empty document of our own origin.
    if (isClosed || !iframe.contentWindow || iframe.contentDocument) return;
    const channel = new MessageChannel();
    const early = [...queue];
    channel.port1.addEventListener('message', (event) => handleMessage(channel.port1, early, event.data));
    channel.port1.start();
    const handshake: HandshakeMessage = { type: 'shufang-handshake', version: PROTOCOL_VERSION, session };
    iframe.contentWindow.postMessage(handshake, options.contentOrigin, [channel.port2]);
    for (const request of early) channel.port1.postMessage(request);
  };
  iframe.addEventListener('load', sendHandshake);
  sendHandshake();

  const request = <K extends AppRequestName>(name: K, input: AppRequests[K]['input']): RequestOutput<K> => {
    if (isClosed) return Promise.reject(new NavigatorError(name, CLOSED));
    lastId += 1;
    const message: RequestMessage = { type: 'request', id: lastId, name, input };
    return new Promise((resolve, reject) => {
      pendingRequests.set(message.id, { name, resolve, reject, timer: undefined });
      if (port) send(message);
      else queue.push(message);
    });
  };

  return {
    open: (input) => {
      ({ baseUrl } = input);
      return request('open', { ...input, texts: options.texts });
    },
    completeReadingOrder: (items) => request('completeReadingOrder', { items }),
    goTo: (destination) => request('goTo', destination),
    prepare: (destination) => void request('prepare', destination).catch(() => undefined),
    next: () => request('next', undefined),
    previous: () => request('previous', undefined),
    goToProgression: (totalProgression) => request('goToProgression', { totalProgression }),
    applyPreferences: (preferences) => request('applyPreferences', { preferences }),
    setOwnFont: (input) => request('setOwnFont', input),
    setDecorations: (group, items) => request('setDecorations', { group, items }),
    setBlockShades: (shades) => request('setBlockShades', { shades }),
    showSearchResult: (locator) => request('showSearchResult', { locator }),
    clearSearchResult: () => request('clearSearchResult', undefined),
    clearSelection: () => request('clearSelection', undefined),
    describeSelection: () => request('describeSelection', undefined),
    extendSelection: (input) => request('extendSelection', input),
    describePosition: () => request('describePosition', undefined),
    setTicket: (renewed) => {
      baseUrl = renewed;
      return request('setTicket', { baseUrl });
    },
    focus: () => request('focus', undefined),
    findSentence: (from, findOptions) => request('findSentence', { from, ...findOptions }),
    setNarration: (input) => request('setNarration', input),
    baseUrl: () => baseUrl,
    showSentence: (input) => request('showSentence', input),
    clearSentence: () => request('clearSentence', undefined),
    setMediaPositions: (positions) => request('setMediaPositions', { positions }),
    controlMedia: (command) => request('controlMedia', command),
    readTranscript: () => request('readTranscript', undefined),
    close: () => {
      isClosed = true;
      iframe.removeEventListener('load', sendHandshake);
      port?.close();
      for (const entry of pendingRequests.values()) {
        clearTimeout(entry.timer);
        entry.reject(new NavigatorError(entry.name, CLOSED));
      }
      pendingRequests.clear();
      queue = [];
    },
  };
};
