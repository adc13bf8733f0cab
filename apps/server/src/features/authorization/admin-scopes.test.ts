/**
 * Tests of roles that are limited to a publisher or institution. The fixture has two sides, each with a publisher, an institution and one
 * object of every type. Every kind of user calls every admin operation about an object of each side. The expected result is computed from
 * the scope that the contract declares. Lists, counts, files and single orders are then searched for data outside the caller's access
 * scope.
 */

import type { Envelope, OutputOf } from '@shufang/contract';
import * as contract from '@shufang/contract';
import { isOperation, type Operation, type Permission, type ScopedObject } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACTORS,
  createScopeScenario,
  PUBLISHER_OF,
  type ScopeActor,
  type ScopeScenario,
  SIDES,
  type Side,
} from '../../testing/scope-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { grantScopeOfRole, isGranted } from './grants.ts';

type Call = Operation;

/** Returns whether only operators, or managers of an institution's list, may make a call with this permission. */
const isForOperators = (permission: Permission): boolean => !isGranted(['anonymous', 'reader', 'teacher', 'author', 'expert'], permission);

const calls = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path, permission }) => path.startsWith('/api/admin/') || isForOperators(permission));

let shop: TestServer | undefined;
let scenario: ScopeScenario;
beforeAll(async () => {
  shop = await openTestServer();
  scenario = await createScopeScenario(shop);
}, 180_000);
afterAll(() => shop?.close());

const send = (call: Call, input: object, as: TestUser | undefined): Promise<Envelope<unknown>> => {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)] as [string, string]));
  const given = as === undefined ? {} : { as };
  return call.method === 'GET'
    ? scenario.shop.call(`${call.path}?${query.toString()}`, given)
    : scenario.shop.call(call.path, { ...given, body: input });
};

const callNamed = (name: string): Call => {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`no call ${name}`);
  return found;
};

/** Further input of a call beside the object it names: valid, and harmless where the call is allowed. */
const REST: Readonly<Record<string, object>> = {
  setBookShelf: { state: 'published' },
  setBookRemoval: { notice: '' },
  setBookEdition: { edition: 1 },
  requestScriptApproval: { reason: '实验' },
  decideScriptApproval: { approve: false, reply: '否' },
  withdrawScriptApproval: { reason: '测试' },
  setBookCover: { fileId: contract.newId() },
  setBookPrice: { priceFen: 1000 },
  saveVersionNote: { no: 99, note: '' },
  addBookMaterial: { fileId: contract.newId(), title: '课件', audience: 'all' },
  saveBookMaterial: { id: contract.newId(), title: '课件', audience: 'all' },
  removeBookMaterial: { id: contract.newId() },
  decideErratum: { decision: 'fix' },
  decideRating: { decision: 'keep' },
  setBundlePrice: { priceFen: 1 },
  requestCodeBatch: { purpose: 'gift', count: 1, validUntil: 1 },
  decideCodeBatch: { approve: false, reply: '否' },
  voidCodes: { reason: '测试' },
  findClaimedCodes: { typed: 'ABCD' },
  decideClaim: { approve: false, reply: '否' },
  getClaimPhoto: { photo: 0 },
  setLicenseStatus: { status: 'active', reason: '' },
  importInstitutionMembers: { file: 'AAAA' },
  removeInstitutionMembers: { memberIds: [contract.newId()] },
  decideRefund: { decision: 'reject', reply: '否' },
  assignInvoice: { action: 'take' },
  rejectInvoice: { reply: '否' },
  saveRoyaltyRate: { userId: contract.newId(), rateBp: 100, validFrom: '2026-01-01' },
  removeRoyaltyRate: { id: contract.newId() },
  recordRoyaltyReceipt: { fen: 100, receivedOn: '2026-01-01', note: '测试' },
  setAdoptionDeadline: { term: '2027 年春季学期', closesAt: 1 },
};

const NOT_THERE: Readonly<Record<ScopedObject, string>> = {
  book: 'catalog.bookNotFound',
  claim: 'activationCode.claimNotFound',
  codeBatch: 'activationCode.batchNotFound',
  collection: 'catalog.collectionNotFound',
  erratum: 'errata.notFound',
  import: 'import.notFound',
  institution: 'institution.notFound',
  invoice: 'orders.invoiceNotFound',
  license: 'license.notFound',
  rating: 'catalog.ratingNotFound',
  refund: 'orders.refundNotFound',
  shortLink: 'catalog.shortLinkUnknown',
};
const REFUSALS: readonly string[] = ['forbidden', 'platformOnly', 'requestLogin', ...Object.values(NOT_THERE)];

/**
 * Returns the access of a user to a call: `out` if it is forbidden, `whole` if it is unrestricted, otherwise the sides (publisher and
 * institution) in the user's scope. Computed independently of the access scope under test.
 */
const accessOf = ({ grants }: ScopeActor, { permission }: Call): 'out' | 'whole' | { readonly books: Side[]; readonly schools: Side[] } => {
  const helpful = grants.filter(({ role }) => isGranted([role], permission));
  if (helpful.length === 0) return 'out';
  if (helpful.some(({ role, scope }) => scope === '' && grantScopeOfRole(role, permission) !== 'institution')) return 'whole';
  return {
    books: SIDES.filter((side) => helpful.some(({ scope }) => scope === `publisher:${PUBLISHER_OF[side]}`)),
    schools: SIDES.filter((side, index) => helpful.some(({ scope }) => scope === `institution:${['丙大学', '丁大学'][index]}` && side)),
  };
};

const isInScope = (kind: ScopedObject, side: Side, access: { readonly books: Side[]; readonly schools: Side[] }): boolean =>
  kind === 'institution'
    ? access.schools.includes(side)
    : kind === 'license'
      ? access.books.includes(side) || access.schools.includes(side)
      : access.books.includes(side);

test('every admin operation declares its scope, and no other operation does', () => {
  const scoped = Object.values<unknown>(contract)
    .filter(isOperation)
    .filter(({ scope }) => scope !== undefined);
  expect(calls.map(({ name }) => name).toSorted()).toEqual(scoped.map(({ name }) => name).toSorted());
});

test('every admin operation answers each user as its scope demands, for the objects of both sides', async () => {
  const wrong: string[] = [];
  let callCount = 0;
  for (const call of calls.filter(({ name }) => !['createImport', 'issueInvoice'].includes(name))) {
    const declaredScope = call.scope;
    const [field, kind] = Object.entries(typeof declaredScope === 'object' ? declaredScope : {})[0] ?? [];
    for (const side of SIDES)
      for (const actor of ACTORS) {
        const more = call.name === 'retargetShortLink' ? { targetType: 'book', targetId: scenario.things[side].book } : REST[call.name];
        const input = field === undefined || kind === undefined ? {} : { ...more, [field]: scenario.things[side][kind] };
        if (call.name === 'removeCollection') await scenario.layCollections();
        const { code } = await send(call, input, scenario.user(actor.name));
        callCount += 1;
        const access = accessOf(actor, call);
        const isRight =
          access === 'out'
            ? code === 'forbidden'
            : access === 'whole'
              ? !REFUSALS.includes(code)
              : declaredScope === 'platform'
                ? code === 'platformOnly'
                : kind === undefined
                  ? !['forbidden', 'platformOnly'].includes(code)
                  : isInScope(kind, side, access)
                    ? !REFUSALS.includes(code)
                    : code === NOT_THERE[kind];
        if (!isRight) wrong.push(`${call.name} ${side} ${actor.name}: ${code}`);
      }
    const anonymous = await send(call, {}, undefined);
    callCount += 1;
    if (anonymous.code !== 'requestLogin') wrong.push(`${call.name} anonymous: ${anonymous.code}`);
  }
  expect(wrong).toEqual([]);
  console.info(`${calls.length} calls x ${ACTORS.length + 1} kinds of users x ${SIDES.length} sides: ${callCount} calls, all as declared`);
}, 300_000);

const payloadOf = async <T>(name: string, as: string, input: object = {}): Promise<T> => {
  const { code, payload } = await send(callNamed(name), input, scenario.user(as));
  if (code !== 'success') throw new Error(`${name} as ${as}: ${code}`);
  return payload as T;
};

/** Returns the ids of all objects of one side (its publisher's and institution's), and the texts that only this side has. */
const idsAndTextsOf = (side: Side): string[] => {
  const { institution: _, ...things } = scenario.things[side];
  return [
    ...Object.values(things),
    `${side}书`,
    `${side}抬头`,
    `${side}合同`,
    `${side}码`,
    `${side}要退`,
    `${side}误`,
    `${side}评`,
    `${side}印次`,
  ];
};
const sharedIds = (): string[] => Object.values(scenario.shared).filter((id) => id !== scenario.shared.order);

/** The lists of the admin area: the call that returns the list, and the type of object whose ids it shows. */
const LISTS: readonly {
  readonly call: string;
  readonly input?: object;
  readonly shows: ScopedObject | 'order';
  readonly role: '编辑' | '财务';
}[] = [
  { call: 'listAdminBooks', shows: 'book', role: '编辑' },
  { call: 'listImports', shows: 'import', role: '编辑' },
  { call: 'listAdminErrata', input: { state: 'submitted' }, shows: 'erratum', role: '编辑' },
  { call: 'listAdminRatings', input: { state: 'shown' }, shows: 'rating', role: '编辑' },
  { call: 'listCollectionRecords', shows: 'collection', role: '编辑' },
  { call: 'listShortLinks', shows: 'shortLink', role: '编辑' },
  { call: 'listCodeBatches', shows: 'codeBatch', role: '编辑' },
  { call: 'listCodeBatches', shows: 'codeBatch', role: '财务' },
  { call: 'listClaims', input: { status: 'rejected' }, shows: 'claim', role: '编辑' },
  { call: 'listLicenses', shows: 'license', role: '编辑' },
  { call: 'listLicenses', shows: 'license', role: '财务' },
  { call: 'listAllOrders', shows: 'order', role: '财务' },
  { call: 'listRefunds', shows: 'refund', role: '财务' },
  { call: 'listInvoiceRequests', shows: 'invoice', role: '编辑' },
  { call: 'listInvoiceRequests', shows: 'invoice', role: '财务' },
];

describe('lists and counts', () => {
  beforeAll(async () => {
    // Resets the states that the test of all calls above may have changed, so that these tests also run alone.
    await scenario.query(`update code_claim set status = 'rejected', reply = '', decided_by = 'x', decided_at = 0`);
    await scenario.query(`update order_refund set status = 'requested', decided_at = null, decided_by = null, reply = ''`);
    await scenario.query(`update purchase_order set status = 'fulfilled'`);
    await scenario.query(`update invoice_request set status = 'submitted', reply = '', held_by = null`);
    await scenario.query(`update erratum set state = 'submitted', decided_at = null, fixed_version_no = null, reply = ''`);
    await scenario.layCollections();
  });

  test('show the staff of a publisher the objects of that publisher, and no text of another one', async () => {
    for (const [side, other] of [
      ['甲', '乙'],
      ['乙', '甲'],
    ] as const)
      for (const { call, input = {}, shows, role } of LISTS) {
        const text = JSON.stringify(await payloadOf(call, `${side}社${role}`, input));
        expect(text, `${call} of ${side}`).toContain(scenario.things[side][shows]);
        const leaks = [...idsAndTextsOf(other), ...sharedIds()].filter((each) => text.includes(each));
        expect(leaks, `${call} of ${side} shows the other's`).toEqual([]);
      }
  });

  test('show a user with two publishers the objects of both, and a user with the whole platform everything', async () => {
    for (const { call, input = {}, shows, role } of LISTS) {
      const whole = JSON.stringify(await payloadOf(call, `平台${role}`, input));
      const names = SIDES.map((side) => scenario.things[side][shows]);
      for (const id of names) expect(whole, call).toContain(id);
      if (role === '财务') continue;
      const both = JSON.stringify(await payloadOf(call, '两社编辑', input));
      for (const id of names) expect(both, call).toContain(id);
    }
    expect(JSON.stringify(await payloadOf('listAllOrders', '甲社编辑兼平台财务'))).toContain(scenario.things.乙.order);
    expect(JSON.stringify(await payloadOf('listAdminBooks', '甲社编辑兼平台财务'))).not.toContain(scenario.things.乙.book);
  });

  test('count within the access scope, in lists and in the pending work', async () => {
    const counted = async (name: string, as: string, input: object = {}) =>
      (await payloadOf<{ counts: Record<string, number> }>(name, as, input)).counts;
    expect((await counted('listAdminErrata', '甲社编辑', { state: 'submitted' }))['submitted']).toBe(1);
    expect((await counted('listAdminRatings', '甲社编辑', { state: 'shown' }))['shown']).toBe(1);
    expect((await counted('listRefunds', '甲社财务'))['requested']).toBe(1);
    expect((await counted('listRefunds', '平台财务'))['requested']).toBe(3);
    expect((await counted('listInvoiceRequests', '甲社财务'))['submitted']).toBe(1);
    expect((await counted('listInvoiceRequests', '平台财务'))['submitted']).toBe(3);
    const licenses = Object.values(await counted('listLicenses', '甲社财务')).reduce((sum, n) => sum + n, 0);
    expect(licenses).toBe(1);
    const { work } = await payloadOf<{ work: Record<string, number> }>('getAdminWork', '甲社财务');
    expect(work).toMatchObject({ refunds: 1, invoices: 1, expiringLicenses: 1 });
    expect(work).not.toHaveProperty('tickets');
    const whole = await payloadOf<{ work: Record<string, number> }>('getAdminWork', '平台财务');
    expect(whole.work).toMatchObject({ refunds: 3, invoices: 3, expiringLicenses: 4, tickets: 0 });
    const editor = await payloadOf<{ work: Record<string, number> }>('getAdminWork', '甲社编辑');
    expect(Object.keys(editor.work).toSorted()).toEqual([
      'claims',
      'errata',
      'failedImports',
      'invoices',
      'redInvoices',
      'reportedRatings',
      'samples',
      'samplesToShip',
    ]);
    expect(editor.work).toMatchObject({ errata: 1, invoices: 1 });
  });

  test('find nothing of another publisher by its texts', async () => {
    expect((await payloadOf<{ items: unknown[] }>('listAllOrders', '甲社财务', { q: '乙书' })).items).toEqual([]);
    expect((await payloadOf<{ items: unknown[] }>('listAdminBooks', '甲社编辑', { q: '乙书' })).items).toEqual([]);
    expect((await payloadOf<{ items: unknown[] }>('listShortLinks', '甲社编辑', { q: '乙码' })).items).toEqual([]);
    expect((await payloadOf<{ items: unknown[] }>('listLicenses', '甲社财务', { q: '全库' })).items).toEqual([]);
    expect(
      (
        await payloadOf<{ items: unknown[] }>('listBookShelves', '甲社编辑', {
          bookIds: `${scenario.things.甲.book},${scenario.things.乙.book}`,
        })
      ).items,
    ).toHaveLength(1);
  });
});

describe('an institution’s administrators', () => {
  test('see their institution, its member list and its licenses, whoever sold them, and nothing of another institution', async () => {
    const institutions = await payloadOf<OutputOf<typeof contract.listInstitutions>>('listInstitutions', '丙校管理员');
    expect(institutions.items).toMatchObject([{ name: '丙大学', members: 1, licenses: 2 }]);
    const licenses = await payloadOf<OutputOf<typeof contract.listLicenses>>('listLicenses', '丙校管理员');
    expect(licenses.items.map(({ contractNo }) => contractNo).toSorted()).toEqual(['两家合同', '甲合同']);
    expect(Object.values(licenses.counts).reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(
      JSON.stringify(await payloadOf('listInstitutionMembers', '丙校管理员', { institutionId: scenario.things.甲.institution })),
    ).toContain('甲生');
    const sold = await payloadOf<OutputOf<typeof contract.listInstitutions>>('listInstitutions', '甲社财务');
    expect(sold.items.map(({ name, licenses: n }) => [name, n]).toSorted()).toEqual([
      ['丁大学', 0],
      ['丙大学', 1],
    ]);
    expect(sold.items.every((institution) => !('members' in institution))).toBe(true);
  });
});

describe('an order with books of two publishers', () => {
  const no = () => ({ no: scenario.shared.order });
  test('is shown to each publisher as its own part with its own amount, and operations on the whole order are refused', async () => {
    for (const [side, other, fen] of [
      ['甲', '乙', 700],
      ['乙', '甲', 1300],
    ] as const) {
      const finance = `${side}社财务`;
      const seen = await payloadOf<OutputOf<typeof contract.getAdminOrder>>('getAdminOrder', finance, no());
      expect(seen).toMatchObject({ isPart: true, payments: [], refunds: [], order: { totalFen: fen, payFen: fen, discountFen: 0 } });
      expect(seen.order.items.map(({ title }) => title)).toEqual([`${side}书`]);
      expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${other}书|:2000|txn-|两家`));
      const { total, items } = await payloadOf<OutputOf<typeof contract.listAllOrders>>('listAllOrders', finance);
      expect(items).toHaveLength(2);
      expect(total).toEqual({ orders: 2, paidFen: fen + (side === '甲' ? 1000 : 2000), refundedFen: 0 });
      expect((await send(callNamed('queryOrder'), no(), scenario.user(finance))).code).toBe('orders.shared');
      const stop = { ...no(), status: 'suspended', reason: '争议' };
      expect((await send(callNamed('setOrderRights'), stop, scenario.user(finance))).code).toBe('orders.shared');
      const refund = (more: object) => send(callNamed('refundOrder'), { ...no(), reason: '测试', ...more }, scenario.user(finance));
      expect((await refund({ bookIds: [scenario.things[other].book] })).code).toBe('orders.shared');
      expect((await refund({ amountFen: 1 })).code).toBe('orders.shared');
      expect((await refund({ bookIds: [scenario.things[side].book], amountFen: fen + 1 })).code).toBe('orders.refundRefused');
      expect(
        (await send(callNamed('decideRefund'), { id: scenario.shared.refund, decision: 'approve' }, scenario.user(finance))).code,
      ).toBe('orders.refundNotFound');
    }
    expect((await payloadOf<OutputOf<typeof contract.getAdminOrder>>('getAdminOrder', '平台财务', no())).isPart).toBe(false);
    expect((await send(callNamed('getAdminOrder'), { no: scenario.things.乙.order }, scenario.user('甲社财务'))).code).toBe(
      'orders.notFound',
    );
    for (const call of ['queryOrder', 'setOrderRights', 'refundOrder'])
      expect(
        (
          await send(
            callNamed(call),
            { no: scenario.things.乙.order, status: 'active', reason: '测试', amountFen: 1 },
            scenario.user('甲社财务'),
          )
        ).code,
        call,
      ).toBe('orders.notFound');
  });

  test('is exported to each publisher as its own part', async () => {
    const { base64, orders } = await payloadOf<{ base64: string; orders: number }>('exportAllOrders', '甲社财务');
    const parts = unzipSync(Buffer.from(base64, 'base64'));
    const sheet = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('\n');
    expect(orders).toBe(2);
    expect(sheet).toContain('甲书');
    expect(sheet).not.toMatch(/乙书|txn-20261122000000000009/);
    expect(sheet).not.toContain(scenario.things.乙.order);
  });

  test('has its invoice issued by the platform', async () => {
    for (const id of [scenario.shared.invoice, scenario.things.乙.invoice]) {
      expect((await send(callNamed('readInvoice'), { id }, scenario.user('甲社财务'))).code).toBe('orders.invoiceNotFound');
      expect((await send(callNamed('rejectInvoice'), { id, reply: '否' }, scenario.user('甲社财务'))).code).toBe('orders.invoiceNotFound');
    }
  });
});

describe('a role limited to a publisher', () => {
  const code = async (name: string, input: object, as = '甲社编辑') => (await send(callNamed(name), input, scenario.user(as))).code;
  test('creates books within the publisher: no book can be moved to, taken from or linked with another publisher', async () => {
    const [own, other] = [scenario.things.甲.book, scenario.things.乙.book];
    expect(await code('saveAdminBook', { bookId: own, publisher: '乙出版社' })).toBe('request.invalid');
    expect(await code('saveAdminBook', { bookId: own, publisher: '' })).toBe('request.invalid');
    expect(await code('saveAdminBook', { bookId: own, publisher: '甲出版社' })).toBe('success');
    expect(await code('setBookEdition', { bookId: own, edition: 2, sameWorkAs: other })).toBe('catalog.bookNotFound');
    expect(await code('createShortLinks', { links: [{ targetType: 'book', targetId: other }] })).toBe('catalog.bookNotFound');
    expect(await code('createShortLinks', { links: [{ targetType: 'collection', targetId: scenario.shared.collection }] })).toBe(
      'catalog.collectionNotFound',
    );
    expect(await code('createShortLinks', { links: [{ targetType: 'book', targetId: own }] })).toBe('success');
  });

  test("creates collections of the publisher's own books only; the platform can make a collection public for all", async () => {
    const [own, other] = [scenario.things.甲.book, scenario.things.乙.book].map((bookId) => ({ bookId, note: '' }));
    expect(await code('saveCollection', { title: '新', items: [own, other] })).toBe('catalog.bookNotFound');
    expect(await code('saveCollection', { title: '新', items: [other] })).toBe('catalog.bookNotFound');
    const { id } = await payloadOf<contract.CollectionRecord>('saveCollection', '甲社编辑', { title: '甲新单', items: [own] });
    expect(await code('saveCollection', { id, items: [other] })).toBe('catalog.bookNotFound');
    expect(await code('saveCollection', { id, title: '改' }, '乙社编辑')).toBe('catalog.collectionNotFound');
    expect(await code('saveCollection', { id: scenario.shared.collection, title: '改' })).toBe('catalog.collectionNotFound');
    expect(await code('saveCollection', { id, items: [own, other] }, '平台编辑')).toBe('success');
    expect(await code('saveCollection', { id, title: '改' })).toBe('catalog.collectionNotFound');
  });

  test('creates licenses for books of that publisher only', async () => {
    const licenseInput = { institution: '新大学', startsAt: 0, endsAt: 9_999_999_999_999, modes: ['roster'], networks: [] };
    expect(await code('createLicense', licenseInput, '甲社财务')).toBe('request.invalid');
    expect(await code('createLicense', { ...licenseInput, bookIds: [scenario.things.乙.book] }, '甲社财务')).toBe('catalog.bookNotFound');
    expect(await code('createLicense', { ...licenseInput, bookIds: [scenario.things.甲.book] }, '甲社财务')).toBe('success');
  });

  test('reads the books of the publisher as an editor, and books of other publishers as any user does', async () => {
    const right = async (side: Side, as: string) =>
      (
        await scenario.shop.call<{ right: { kind: string } }>(`/api/book/info?bookId=${scenario.things[side].book}`, {
          as: scenario.user(as),
        })
      ).payload?.right.kind;
    const rights = [await right('甲', '甲社编辑'), await right('乙', '甲社编辑'), await right('乙', '平台编辑')];
    expect(rights).toEqual(['owned', 'trial', 'owned']);
  });

  test('is listed for its user with the names of its scopes', async () => {
    const listedRolesOf = async (as: string) =>
      (await scenario.shop.call<OutputOf<typeof contract.listAuthRoles>>(contract.listAuthRoles.path, { as: scenario.user(as) })).payload;
    const editor = await listedRolesOf('甲社编辑');
    expect(editor?.roles).toEqual([{ role: 'editor', scope: 'publisher:甲出版社', scopeName: '甲出版社' }]);
    expect(editor?.boundPermissions).toEqual(expect.arrayContaining(['publishBook', 'curate', 'answerTickets']));
    const two = await listedRolesOf('甲社编辑兼平台财务');
    expect(two?.boundPermissions).toContain('publishBook');
    expect(two?.boundPermissions).not.toContain('answerTickets');
    expect(await listedRolesOf('平台编辑')).not.toHaveProperty('boundPermissions');
  });
});
