/** Calls every route of the OpenAPI document as an anonymous user and as a user of each single role. */
import http from 'node:http';
import * as contract from '@shufang/contract';
import { isOperation, isRawOperation, type Permission, type Role, role, signOut } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRoles } from '../features/authorization/change-roles.ts';
import { type Actor, isGranted } from '../features/authorization/grants.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';

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

const permissionOf = (name: string): Permission | undefined =>
  Object.values<unknown>(contract)
    .filter((value) => isOperation(value) || isRawOperation(value))
    .find((operation) => operation.name === name)?.permission;

/** The calls take half a minute on two free cores. */
const CALLS_TIMEOUT_MS = 300_000;

let shop: TestServer;
let routes: readonly Route[];
let address: { port: number };
const users = new Map<Actor, TestUser | undefined>([['anonymous', undefined]]);

/** Creates a user who holds this role and no other. */
const aUserOf = async (wanted: Role, index: number): Promise<TestUser> => {
  const user = await shop.user(`1361111000${index}`, wanted);
  if (wanted !== 'reader') await setRoles(shop.platform, user.id, { remove: ['reader'] }, 'commandLine');
  return user;
};

beforeAll(async () => {
  shop = await openTestServer();
  const origin = await shop.server.listen({ port: 0, host: '127.0.0.1' });
  address = { port: Number(new URL(origin).port) };
  for (const [index, wanted] of role.options.entries()) users.set(wanted, await aUserOf(wanted, index));
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
    // The calls are sorted so that sign-out is last, because it ends the session of the user who makes the calls.
    .toSorted((a, b) => Number(a.name === signOut.name) - Number(b.name === signOut.name));
});
afterAll(() => shop?.close());

/** Returns the `code` of a JSON response, or the media type of any other response. A stream is closed as soon as it has begun. */
const outcomeOf = (route: Route, user: TestUser | undefined): Promise<string> =>
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
          ...user?.headers,
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
  test('has an access rule, and the OpenAPI document states it', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter(({ name, documented }) => documented === undefined || documented !== permissionOf(name))).toEqual([]);
  });

  test('admits each of the nine kinds of callers exactly as the access rules say', { timeout: CALLS_TIMEOUT_MS }, async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const route of routes) {
      const needs = permissionOf(route.name);
      for (const [actor, user] of users) {
        const outcome = await outcomeOf(route, user);
        const refusal = actor === 'anonymous' ? 'requestLogin' : 'forbidden';
        const isRefused = ['requestLogin', 'forbidden', 'userBeenKickedOut'].includes(outcome);
        const mayCall = needs !== undefined && isGranted([actor], needs);
        asked += 1;
        if (mayCall ? isRefused : outcome !== refusal) wrong.push(`${actor} ${route.method} ${route.path}: ${outcome}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(routes.length * 9);
    console.info(`${routes.length} routes x ${users.size} kinds of callers: ${asked} calls, all as the access rules say`);
  });
});
