/** Fixture for tests of all operations: the operations of the OpenAPI document, solved captchas, received codes and encrypted passwords. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SmsType } from '@shufang/contract';
import { encryptPassword } from '../features/account/testing/account-fixture.ts';
import { APP_HOST, type TestServer } from './test-server.ts';

const AUTH = '/api/center-user/auth';

/** The fields of a JSON schema in the OpenAPI document that the tests read. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}
export interface DescribedCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly name: string;
  /** Schemas of the request body by content type; absent for GET requests. */
  readonly body: Readonly<Record<string, JsonSchema>> | undefined;
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  /** Schemas of the responses by status, then by content type. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
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
  // The OpenAPI document holds shared schemas once, under `components`. Here each schema of a body or response gets them as `$defs`, so that
  // its references resolve without the document.
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
      responses: Object.fromEntries(
        Object.entries(described.responses).map(([status, response]) => [status, withShared(response.content)]),
      ),
    })),
  );
};

export interface WireScenario {
  /** Returns a phone number that is unused in this fixture. */
  aTel(): string;
  outbox(name: 'sms' | 'captcha'): Promise<Record<string, unknown>[]>;
  solvedCaptcha(): Promise<{ captchaKey: string; captchaTxt: string }>;
  /** Solves a slider captcha of the local provider and returns its token. */
  solvedSlider(): Promise<string>;
  /** Requests an SMS code as an anonymous user and returns it. */
  smsCode(tel: string, type: SmsType): Promise<string>;
  encrypted(password: string): Promise<string>;
}

export const createWireScenario = (shop: TestServer): WireScenario => {
  let lastTel = 13_711_000_000;
  const outbox: WireScenario['outbox'] = async (name) => {
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
    const response = await shop.call<T>(url, body && { body });
    if (response.payload === null) throw new Error(`${url} returned ${response.code}: ${response.message}`);
    return response.payload;
  };
  const captchaTextOf = async (key: string): Promise<unknown> =>
    (await outbox('captcha')).find((entry) => entry['key'] === key)?.['answer'];
  const fixture: WireScenario = {
    aTel: () => {
      lastTel += 1;
      return String(lastTel);
    },
    outbox,
    solvedCaptcha: async () => {
      const { key } = await must<{ key: string }>(`${AUTH}/getCaptcha`);
      return { captchaKey: key, captchaTxt: String(await captchaTextOf(key)) };
    },
    solvedSlider: async () => {
      const { key } = await must<{ key: string }>(`${AUTH}/getSlider`);
      return JSON.stringify({ key, x: Number(await captchaTextOf(key)) });
    },
    smsCode: async (tel, type) => {
      await must(`${AUTH}/sendSmsCodeRequireCaptcha`, { tel, type, ...(await fixture.solvedCaptcha()) });
      return String((await outbox('sms')).findLast((entry) => entry['tel'] === tel && entry['type'] === type)?.['code']);
    },
    encrypted: async (password) =>
      encryptPassword(await must<{ rsaKey: string; kid: string; nonce: string }>(`${AUTH}/getRsaPublicKey`), password),
  };
  return fixture;
};
