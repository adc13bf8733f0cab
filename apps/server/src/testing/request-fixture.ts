/** Fixture of `testIdempotency`: one server for all test files of a worker, and the objects that valid requests name. */
import type { AddressInfo } from 'node:net';
import { type Envelope, type LoginResult } from '@shufang/contract';
import { makeEpub } from '../features/publication/testing/make-epub.ts';
import { type AdminObjects, adminObjects } from './admin-objects.ts';
import { type AdoptionObjects, adoptionObjects } from './adoption-objects.ts';
import { type AssignmentObjects, assignmentObjects } from './assignment-objects.ts';
import { type ClassObjects, classObjects } from './class-objects.ts';
import { type ClassroomObjects, classroomObjects } from './classroom-objects.ts';
import { type CodeObjects, codeObjects } from './code-objects.ts';
import { granted } from './file-fixture.ts';
import { type OrderObjects, orderObjects } from './order-objects.ts';
import { type QuestionObjects, questionObjects } from './question-objects.ts';
import type { RequestBase } from './request-base.ts';
import { type RoyaltyObjects, royaltyObjects } from './royalty-objects.ts';
import { type SampleObjects, sampleObjects } from './sample-objects.ts';
import { type SecondFactorObjects, secondFactorObjects } from './second-factor-objects.ts';
import { createTeacherScenario, type TeacherScenario } from './teacher-fixture.ts';
import { APP_HOST, openTestServer, TEST_DEVICE, type TestUser } from './test-server.ts';
import { createWireScenario } from './wire-fixture.ts';

interface AccountObjects {
  /** Signs a phone number in with an SMS code. */
  readonly signIn: (tel: string) => Promise<LoginResult>;
  /** Returns a code that was sent to the phone of the user. */
  readonly ownCode: (user: TestUser) => Promise<string>;
  /** Uploads a text file of the user and returns its id. */
  readonly aFile: (user: TestUser) => Promise<string>;
  readonly aTicket: (user: TestUser) => Promise<string>;
  readonly anImport: (as: TestUser) => Promise<string>;
  /** Returns a form with the upload of a book that no other call returns. */
  readonly bookForm: () => FormData;
}

export type RequestFixture = RequestBase &
  AccountObjects &
  AdminObjects &
  AdoptionObjects &
  AssignmentObjects &
  ClassObjects &
  ClassroomObjects &
  CodeObjects &
  OrderObjects &
  QuestionObjects &
  RoyaltyObjects &
  SampleObjects &
  SecondFactorObjects & { readonly teaching: TeacherScenario };

/** Returns a form with these fields and a file. */
export const formWithFile = (fields: Readonly<Record<string, string>>, bytes: Uint8Array, name: string): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  return form;
};

const accountObjects = ({ shop, wire, post }: RequestBase): AccountObjects => {
  let books = 0;
  const send = async (path: string, as: TestUser, form: FormData): Promise<string> => {
    const encoded = new Response(form);
    const response = await shop.request({
      method: 'POST',
      url: path,
      headers: { host: APP_HOST, ...as.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return granted(response.json<Envelope<{ id: string }>>()).id;
  };
  const bookForm = (): FormData => {
    books += 1;
    const metadata = `<dc:identifier id="id">i${books}</dc:identifier><dc:title>书 ${books}</dc:title><dc:language>zh-CN</dc:language>`;
    return formWithFile({}, makeEpub({ metadata }), 'book.epub');
  };
  return {
    signIn: async (tel) => post('/api/center-user/auth/login-by-tel', undefined, { tel, code: await wire.smsCode(tel, 'login') }),
    ownCode: async (user) => {
      await shop.call('/api/user/phone/sendCode', { as: user, body: await wire.solvedCaptcha() });
      return String((await wire.outbox('sms')).findLast((entry) => entry['tel'] === user.tel)?.['code']);
    },
    aFile: (user) => send('/api/file/userFile/upload', user, formWithFile({}, Buffer.from('第一章 学而'), '笔记.txt')),
    aTicket: async (user) =>
      (await post<{ ticket: { id: string } }>('/api/ticket/create', user, { topic: 'other', body: '打不开这一章' })).ticket.id,
    bookForm,
    anImport: (as) => send('/api/admin/import/create', as, bookForm()),
  };
};

/** The device from which every request comes: sessions and sign-in tickets are bound to it. */
export const DEVICE: Readonly<Record<string, string>> = { 'x-device-id': TEST_DEVICE };

const openRequestFixture = async (): Promise<RequestFixture> => {
  const shop = await openTestServer();
  const wire = createWireScenario(shop);
  const bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  // Jobs are queued but no worker runs, so that all changes come from the calls.
  await shop.platform.jobs.start();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const base: RequestBase = {
    shop,
    wire,
    bookId,
    aUser: (role) => shop.user(wire.aTel(), role),
    post: async <T>(path: string, as: TestUser | undefined, body: object) =>
      granted(await shop.call<T>(path, { body, headers: DEVICE, ...(as === undefined ? {} : { as }) })),
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await shop.platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows,
  };
  return {
    ...base,
    ...accountObjects(base),
    ...adminObjects(base),
    ...adoptionObjects(base),
    ...assignmentObjects(base),
    ...classObjects(base),
    ...classroomObjects(base),
    ...codeObjects(base),
    ...orderObjects(base),
    ...questionObjects(base),
    ...royaltyObjects(base),
    ...sampleObjects(base),
    ...secondFactorObjects(base),
    teaching: createTeacherScenario(shop, () => bookId),
  };
};

let opened: Promise<RequestFixture> | undefined;

/** Returns the fixture of this worker. It is opened once, because a server takes longer than the requests of an operation. */
export const requestFixture = (): Promise<RequestFixture> => (opened ??= openRequestFixture());

export const portOf = ({ shop }: RequestFixture): number => (shop.server.server.address() as AddressInfo).port;
