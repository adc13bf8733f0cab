/**
 * Entry point of the frame's page: accepts one message port from the app that embeds it and handles requests on it. Runs in the content
 * origin, without tokens.
 */

import { prepareFrame } from '../layout/spare-frame.ts';
import { type EventMessage, type FrameEvents, isHandshake, isRequest, PROTOCOL_VERSION } from '../navigator/protocol.ts';
import { createEngine } from './engine.ts';

const appOrigin = new URLSearchParams(location.search).get('app');
const stage = document.getElementById('stage');

const startEngine = (port: MessagePort, host: HTMLElement) => {
  const engine = createEngine(host, (name, data) => {
    const message: EventMessage = { type: 'event', name, data };
    port.postMessage(message, name === 'figure' ? [(data as FrameEvents['figure']).picture] : []);
  });
  port.addEventListener('message', (event: MessageEvent) => {
    const message: unknown = event.data;
    if (!isRequest(message)) {
      const error: FrameEvents['error'] = { code: 'badMessage', message: 'a message that is not a request of this version' };
      port.postMessage({ type: 'event', name: 'error', data: error } satisfies EventMessage);
      return;
    }
    engine.handleRequest(message.name, message.input as never).then(
      (output: unknown) => port.postMessage({ type: 'answer', id: message.id, ok: true, output }),
      (error: unknown) => port.postMessage({ type: 'answer', id: message.id, ok: false, output: String(error) }),
    );
  });
  port.start();
  port.postMessage({ type: 'event', name: 'ready', data: { version: PROTOCOL_VERSION } } satisfies EventMessage);
  return engine;
};

if (stage && appOrigin && window.parent !== window) {
  let session: string | undefined;
  let engine: ReturnType<typeof createEngine> | undefined;
  // Only the app's handshake is accepted. The server's header `frame-ancestors` already prevents other pages from embedding this frame.
  window.addEventListener('message', (event) => {
    const port = event.ports[0];
    if (event.source !== window.parent || event.origin !== appOrigin || !isHandshake(event.data) || !port) return;
    // A repeated handshake of the same navigator is ignored: the navigator cannot know whether the first one arrived.
    if (event.data.session === session) return;
    session = event.data.session;
    engine?.dispose();
    engine = startEngine(port, stage);
  });
  // The first iframe is created while the server opens the book: after the page has loaded, because the app's handshake follows that event.
  window.addEventListener('load', () => prepareFrame(stage));
}
