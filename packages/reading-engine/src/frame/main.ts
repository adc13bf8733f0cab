/** Entry of the frame's page: takes one port from the app it was opened by, and answers on it. Runs in the content origin, without tokens. */
import { type EventMessage, type FrameEvents, isHandshake, isRequest, PROTOCOL_VERSION } from '../navigator/protocol.ts';
import { createEngine } from './engine.ts';

const appOrigin = new URLSearchParams(location.search).get('app');
const stage = document.getElementById('stage');

const startOn = (port: MessagePort, host: HTMLElement) => {
  const engine = createEngine(host, (name, data) => {
    const message: EventMessage = { type: 'event', name, data };
    port.postMessage(message, name === 'figure' ? [(data as FrameEvents['figure']).picture] : []);
  });
  port.addEventListener('message', (event: MessageEvent) => {
    const message: unknown = event.data;
    if (!isRequest(message)) {
      const fault: FrameEvents['error'] = { code: 'badMessage', message: 'a message that is not a request of this version' };
      port.postMessage({ type: 'event', name: 'error', data: fault } satisfies EventMessage);
      return;
    }
    engine.answer(message.name, message.input as never).then(
      (output: unknown) => port.postMessage({ type: 'answer', id: message.id, ok: true, output }),
      (fault: unknown) => port.postMessage({ type: 'answer', id: message.id, ok: false, output: String(fault) }),
    );
  });
  port.start();
  port.postMessage({ type: 'event', name: 'ready', data: { version: PROTOCOL_VERSION } } satisfies EventMessage);
  return engine;
};

if (stage && appOrigin && window.parent !== window) {
  let session: string | undefined;
  let engine: ReturnType<typeof createEngine> | undefined;
  // The only message listened to: the app's first. The server's `frame-ancestors` already lets no other page frame us.
  window.addEventListener('message', (event) => {
    const port = event.ports[0];
    if (event.source !== window.parent || event.origin !== appOrigin || !isHandshake(event.data) || !port) return;
    // A second offer of the same navigator (it cannot know whether the first was heard) changes nothing.
    if (event.data.session === session) return;
    session = event.data.session;
    engine?.dispose();
    engine = startOn(port, stage);
  });
}
