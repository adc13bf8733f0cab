/** A dictionary and a translation service for tests, with the interfaces that `DICTIONARY_URL` and `TRANSLATION_URL` expect. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Entry {
  readonly headword: string;
  readonly pinyin: string;
  readonly definitions: readonly string[];
}

/** A small dictionary, written for tests. */
const ENTRIES: readonly Entry[] = [
  { headword: '学而时习之', pinyin: 'xué ér shí xí zhī', definitions: ['学了以后按时温习它。语出《论语·学而》。'] },
  { headword: '学', pinyin: 'xué', definitions: ['学习', '模仿'] },
  { headword: '不知', pinyin: 'bù zhī', definitions: ['不了解', '不知道'] },
  { headword: '人', pinyin: 'rén', definitions: ['能制造工具并使用工具进行劳动的高等动物', '别人'] },
  { headword: '朋', pinyin: 'péng', definitions: ['朋友'] },
];
/** Word by word, as a very simple translator does. */
const GLOSSES: Readonly<Record<string, string>> = { 人: 'people', 不: 'not', 知: 'know', 而: 'and', 愠: 'be vexed', 学: 'learn' };

export interface LookUpServices {
  /** Values of `DICTIONARY_URL` and `TRANSLATION_URL`. */
  readonly dictionaryUrl: string;
  readonly translationUrl: string;
  /** The requests so far. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined; readonly body: Record<string, unknown> }[];
  /** Makes both services respond with this status, or with this text instead of JSON; undefined: with results. */
  failWith(failure: number | string | undefined): void;
  stop(): Promise<void>;
}

const resultOf = (path: string, body: Record<string, unknown>): unknown => {
  if (path === '/entries') {
    const text = String(body['text']);
    const found = ENTRIES.filter(({ headword }) => text.startsWith(headword));
    return { entries: found.toSorted((a, b) => b.headword.length - a.headword.length) };
  }
  const glosses = [...String(body['q'])].flatMap((character) => GLOSSES[character] ?? (/\p{L}/u.test(character) ? character : []));
  return { translatedText: glosses.join(' ') };
};

export const startLookUpServices = async (): Promise<LookUpServices> => {
  const requests: LookUpServices['requests'] = [];
  let failure: number | string | undefined;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse((await buffer(request)).toString()) as Record<string, unknown>;
    const path = request.url ?? '';
    requests.push({ path, authorization: request.headers.authorization, body });
    const headers = { 'content-type': 'application/json', location: 'http://127.0.0.1/' };
    if (typeof failure === 'number') response.writeHead(failure, headers).end('{}');
    else response.writeHead(200, headers).end(failure ?? JSON.stringify(resultOf(path, body)));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    dictionaryUrl: `${origin}/entries`,
    translationUrl: `${origin}/translate`,
    requests,
    failWith: (wanted) => {
      failure = wanted;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
