/** Every route of the OpenAPI document, called by everybody there is: a visitor and a person of each single role. */
import http from 'node:http';
import { type Role, role, signOut } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, isGranted, permissionOfCall } from '../features/account/policy.ts';
import { setRoles } from '../features/account/roles.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly name: string;
  readonly documented: string | undefined;
}

interface DocumentedCall {
  readonly operationId?: string;
  readonly 'x-permission'?: string;
}

let shop: TestServer;
let routes: readonly Route[];
let address: { port: number };
const people = new Map<Actor, TestPerson | undefined>([['anonymous', undefined]]);

/** A person who holds this one role and no other. */
const aPersonOf = async (wanted: Role, index: number): Promise<TestPerson> => {
  const person = await shop.person(`1361111000${index}`, wanted);
  if (wanted !== 'reader') await setRoles(shop.platform, person.id, { remove: ['reader'] }, 'commandLine');
  return person;
};

beforeAll(async () => {
  shop = await openTestServer();
  const origin = await shop.server.listen({ port: 0, host: '127.0.0.1' });
  address = { port: Number(new URL(origin).port) };
  for (const [index, wanted] of role.options.entries()) people.set(wanted, await aPersonOf(wanted, index));
  const document = (await shop.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } })).json<{
    paths: Record<string, Record<string, DocumentedCall>>;
  }>();
  routes = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        method: method === 'post' ? ('POST' as const) : ('GET' as const),
        path,
        name: call.operationId ?? '',
        documented: call['x-permission'],
      })),
    )
    // Last, because it ends the session everything else is called with.
    .toSorted((a, b) => Number(a.name === signOut.name) - Number(b.name === signOut.name));
});
afterAll(() => shop?.close());

/** The code of an answer in the envelope; the media type of any other answer. A stream is left as soon as it has begun. */
const answerTo = (route: Route, person: TestPerson | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const body = route.method === 'POST' ? '{}' : '';
    const request = http.request(
      {
        ...address,
        host: '127.0.0.1',
        method: route.method,
        path: route.path.replaceAll(/\{\w+\}/g, 'x'),
        headers: {
          host: APP_HOST,
          ...person?.headers,
          ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const type = response.headers['content-type'] ?? '';
        if (!type.startsWith('application/json')) {
          resolve(type);
          response.destroy();
          return;
        }
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve((JSON.parse(Buffer.concat(parts).toString('utf8')) as { code: string }).code));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });

describe('every route', () => {
  test('has a line in the policy, and says so in the document', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter(({ name, documented }) => documented === undefined || documented !== permissionOfCall(name))).toEqual([]);
  });

  test('admits each of the nine kinds of people exactly as the policy says', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const route of routes) {
      const needs = permissionOfCall(route.name);
      for (const [actor, person] of people) {
        const answer = await answerTo(route, person);
        const refusal = actor === 'anonymous' ? 'requestLogin' : 'forbidden';
        const isRefused = ['requestLogin', 'forbidden', 'userBeenKickedOut'].includes(answer);
        const mayCall = needs !== undefined && isGranted([actor], needs);
        asked += 1;
        if (mayCall ? isRefused : answer !== refusal) wrong.push(`${actor} ${route.method} ${route.path}: ${answer}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(routes.length * 9);
    console.info(`${routes.length} routes x ${people.size} kinds of people: ${asked} calls, all as the policy says`);
  });
});
