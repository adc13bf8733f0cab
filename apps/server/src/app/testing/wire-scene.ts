/** What tests of the whole wire need on top of a server: every call of the OpenAPI document, captchas solved, codes received, passwords encrypted. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SmsType } from '@shufang/contract';
import { encryptPassword } from '../../features/account/testing/account-fixture.ts';
import { APP_HOST, type TestServer } from './test-server.ts';

const AUTH = '/api/center-user/auth';

/** A part of the OpenAPI document, as far as the tests read it. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}
export interface DescribedCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly name: string;
  /** By content type; absent for reads. */
  readonly body: Readonly<Record<string, JsonSchema>> | undefined;
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  /** By status, then by content type. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

interface Described {
  operationId?: string;
  parameters?: DescribedCall['parameters'];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

const schemasOf = (content: Record<string, { schema?: JsonSchema }> = {}): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema ?? {}]));

export const describedCalls = async (shop: TestServer): Promise<DescribedCall[]> => {
  const { body } = await shop.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } });
  // What several schemas share stands once in the document, and here with each.
  const document = JSON.parse(body.replaceAll('#/components/schemas/', '#/$defs/')) as {
    paths: Record<string, Record<string, Described>>;
    components?: { schemas?: object };
  };
  const $defs = document.components?.schemas ?? {};
  const withShared = (content: Described['responses'][string]['content']): Record<string, JsonSchema> =>
    Object.fromEntries(Object.entries(schemasOf(content)).map(([type, schema]) => [type, { ...schema, $defs }]));
  return Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase() as DescribedCall['method'],
      path: url,
      name: described.operationId ?? url,
      body: described.requestBody && withShared(described.requestBody.content),
      parameters: described.parameters ?? [],
      answers: Object.fromEntries(Object.entries(described.responses).map(([status, answer]) => [status, withShared(answer.content)])),
    })),
  );
};

export interface WireScene {
  /** A number nobody has used in this scene. */
  aTel(): string;
  outbox(name: 'sms' | 'captcha'): Promise<Record<string, unknown>[]>;
  solvedCaptcha(): Promise<{ captchaKey: string; captchaTxt: string }>;
  /** What our own slider hands over. */
  solvedSlider(): Promise<string>;
  /** Asks for a code as the call without a session does, and reads it. */
  smsCode(tel: string, type: SmsType): Promise<string>;
  encrypted(password: string): Promise<string>;
}

export const createWireScene = (shop: TestServer): WireScene => {
  let lastTel = 13_711_000_000;
  const outbox: WireScene['outbox'] = async (name) => {
    const file = path.join(shop.platform.config.dataDir, 'outbox', `${name}.jsonl`);
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const must = async <T>(url: string, body?: object): Promise<T> => {
    const answer = await shop.call<T>(url, body && { body });
    if (answer.payload === null) throw new Error(`${url} answered ${answer.code}: ${answer.message}`);
    return answer.payload;
  };
  const answerTo = async (key: string): Promise<unknown> => (await outbox('captcha')).find((entry) => entry['key'] === key)?.['answer'];
  const scene: WireScene = {
    aTel: () => {
      lastTel += 1;
      return String(lastTel);
    },
    outbox,
    solvedCaptcha: async () => {
      const { key } = await must<{ key: string }>(`${AUTH}/getCaptcha`);
      return { captchaKey: key, captchaTxt: String(await answerTo(key)) };
    },
    solvedSlider: async () => {
      const { key } = await must<{ key: string }>(`${AUTH}/getSlider`);
      return JSON.stringify({ key, x: Number(await answerTo(key)) });
    },
    smsCode: async (tel, type) => {
      await must(`${AUTH}/sendSmsCodeRequireCaptcha`, { tel, type, ...(await scene.solvedCaptcha()) });
      return String((await outbox('sms')).findLast((entry) => entry['tel'] === tel && entry['type'] === type)?.['code']);
    },
    encrypted: async (password) =>
      encryptPassword(await must<{ rsaKey: string; kid: string; nonce: string }>(`${AUTH}/getRsaPublicKey`), password),
  };
  return scene;
};
