import { expect, test } from 'vitest';
import { createEventParser, readEventStream, type ServerEvent } from './read-event-stream.ts';

test('events are parsed completely wherever the chunks are split', () => {
  const text = ': hello\n\nevent: sync\ndata: {"seq":12}\n\ndata: a\r\ndata: b\r\n\r\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const events: ServerEvent[] = [];
    const parse = createEventParser((event) => events.push(event));
    parse(text.slice(0, cut));
    parse(text.slice(cut));
    expect(events).toEqual([
      { event: 'sync', data: '{"seq":12}' },
      { event: 'message', data: 'a\nb' },
    ]);
  }
});

test('a body is read to its end and heartbeats are reported', async () => {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.encode(':\n\n'));
      controller.enqueue(bytes.encode('event: sync\ndata: {"seq":1}\n\n'));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  let alive = 0;
  await readEventStream(
    body,
    (event) => events.push(event),
    () => {
      alive += 1;
    },
  );
  expect(events).toEqual([{ event: 'sync', data: '{"seq":1}' }]);
  expect(alive).toBe(2);
});
