/** Tests the requests of the transport, its result for each response, and the timeout of a silent stream. */
import { SYNC_STREAM_PATH } from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Broadcasts, onBroadcast } from '../../platform/events/broadcasts.ts';
import { httpTransport } from './http-transport.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const envelope = (body: object): Response => Response.json(body);
const respondWith = (response: () => Response | Promise<Response>) => {
  const requests: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return response();
  });
  return requests;
};

describe('a call of the transport', () => {
  it('pushes the changes with the id of this device and returns the result of each', async () => {
    const data = { results: [{ id: '0123456789abcdefghjkmnpqrs', status: 'applied' }], seq: 4 };
    const requests = respondWith(() => envelope({ code: 'success', message: '', payload: data }));
    const op = { id: 'one', entity: 'annotation', entityId: 'x', kind: 'del', fields: {}, hlc: '1' } as never;
    await expect(httpTransport.push('device', [op])).resolves.toEqual(data);
    expect(JSON.parse(requests[0]?.init.body as string)).toEqual({ deviceId: 'device', ops: [op] });
  });

  it('pulls the changes after a sequence number', async () => {
    const requests = respondWith(() => envelope({ code: 'success', message: '', payload: { changes: [], seq: 7, more: false } }));
    await expect(httpTransport.pull(7)).resolves.toEqual({ changes: [], seq: 7, more: false });
    expect(`${requests[0]?.url} ${(requests[0]?.init.body as string | undefined) ?? ''}`).toMatch(/since["=:]+7/);
  });

  const failures: [string, () => Response | Promise<Response>, string][] = [
    ['no network', () => Promise.reject(new TypeError('offline')), 'offline'],
    ['a session that ended', () => envelope({ code: 'requestLogin', message: '', payload: null }), 'signedOut'],
    ['a session that was replaced', () => envelope({ code: 'userBeenKickedOut', message: '', payload: null }), 'signedOut'],
    ['a refusal', () => envelope({ code: 'sync.tooManyOps', message: '太多', payload: null }), 'refused'],
    ['an unreadable response', () => new Response('<p>', { status: 502 }), 'refused'],
  ];
  it.each(failures)('reports %s with its cause', async (_, response, kind) => {
    respondWith(response);
    for (const work of [httpTransport.push('device', []), httpTransport.pull(0)])
      await expect(work).rejects.toMatchObject({
        name: 'SyncFailure',
        kind,
        message: `sync: ${kind}`,
        cause: expect.anything() as unknown,
      });
  });
});

/** Opens an event stream to which the test writes. */
const openStream = () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let signal: AbortSignal | undefined;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    signal = init.signal ?? undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (started) => {
        controller = started;
        signal?.addEventListener('abort', () => started.error(new DOMException('aborted', 'AbortError')));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return {
    write: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    close: () => controller?.close(),
    isAborted: () => signal?.aborted === true,
  };
};

describe('the event stream', () => {
  const names: [event: string, broadcast: keyof Broadcasts][] = [
    ['roleChanged', 'roleChanged'],
    ['orderChanged', 'orderChanged'],
    ['ticketChanged', 'ticketChanged'],
    ['claimChanged', 'claimChanged'],
    ['attemptChanged', 'attemptChanged'],
  ];
  it.each(names)('reports %s and nothing else', async (event, name) => {
    const received: string[] = [];
    const stops = names.map(([, each]) => onBroadcast(each, () => void received.push(each)));
    const stream = openStream();
    const listening = httpTransport.listen(
      new AbortController().signal,
      () => undefined,
      () => void received.push('seq'),
    );
    await vi.waitFor(() => {
      stream.write(`event: ${event}\ndata: {}\n\nevent: another\ndata: {"seq":1}\n\n`);
      expect(received).not.toEqual([]);
    });
    stream.close();
    await listening;
    expect(new Set(received)).toEqual(new Set([name]));
    for (const stop of stops) stop();
  });

  it('reports that it is open, and skips an event that it cannot parse', async () => {
    const stream = openStream();
    const seqs: number[] = [];
    const onOpen = vi.fn();
    const listening = httpTransport.listen(new AbortController().signal, onOpen, (seq) => seqs.push(seq));
    await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
    stream.write('event: sync\ndata: {"seq":"x"}\n\nevent: sync\ndata: {"seq":1.5}\n\nevent: sync\ndata: {"seq":9}\n\n');
    stream.close();
    await listening;
    expect(seqs).toEqual([9]);
  });

  it('is closed after 40 s of silence, counted from the last data', async () => {
    vi.useFakeTimers();
    const stream = openStream();
    const onOpen = vi.fn();
    const listening = httpTransport.listen(new AbortController().signal, onOpen, () => undefined);
    const ended = listening.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(onOpen).toHaveBeenCalledOnce();
    stream.write(':\n\n');
    await vi.advanceTimersByTimeAsync(39_999);
    expect(stream.isAborted()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(stream.isAborted()).toBe(true);
    expect(await ended).toMatchObject({ name: 'SyncFailure' });
  });

  it('ends with the session, and leaves no timer', async () => {
    vi.useFakeTimers();
    const stream = openStream();
    const ending = new AbortController();
    const listening = httpTransport.listen(
      ending.signal,
      () => undefined,
      () => undefined,
    );
    const ended = listening.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1);
    ending.abort();
    expect(await ended).toMatchObject({ name: 'SyncFailure' });
    expect(stream.isAborted()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is closed by the server leaves no timer and no listener', async () => {
    vi.useFakeTimers();
    const stream = openStream();
    const ending = new AbortController();
    const listening = httpTransport.listen(
      ending.signal,
      () => undefined,
      () => undefined,
    );
    await vi.advanceTimersByTimeAsync(1);
    stream.close();
    await listening;
    ending.abort();
    expect(stream.isAborted()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is requested at its path', async () => {
    const requests = respondWith(() => Promise.reject(new TypeError('offline')));
    await expect(
      httpTransport.listen(
        new AbortController().signal,
        () => undefined,
        () => undefined,
      ),
    ).rejects.toMatchObject({ kind: 'offline' });
    expect(requests.map(({ url }) => url)).toEqual([SYNC_STREAM_PATH]);
  });
});
