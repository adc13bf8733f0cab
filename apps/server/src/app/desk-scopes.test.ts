/**
 * Roles given for a part of the platform: every call of the desk, by everybody there is, about a thing of each side. What is expected is
 * read from the marks of the policy; lists, counts, files and single orders are then looked into for what is not the caller's.
 */

import type { Envelope, OutputOf } from '@shufang/contract';
import * as contract from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeskObject, deskCallNames, deskMarkOf } from '../features/account/desk-marks.ts';
import { isGranted, permissionOfCall, reachOfRole } from '../features/account/policy.ts';
import { ACTORS, layScopeScene, PUBLISHER_OF, type ScopeActor, type ScopeScene, SIDES, type Side } from './testing/scope-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** Nobody but those who run the library, or an institution's list, may make it. */
const isForOperators = (callName: string): boolean => {
  const permission = permissionOfCall(callName);
  return permission !== undefined && !isGranted(['anonymous', 'reader', 'teacher', 'author', 'expert'], permission);
};

const calls = Object.values(contract as Readonly<Record<string, unknown>>)
  .filter((value): value is Call => typeof value === 'object' && value !== null && 'path' in value && 'audience' in value)
  .filter(({ name, path }) => path.startsWith('/api/admin/') || isForOperators(name));

let shop: TestServer | undefined;
let scene: ScopeScene;
beforeAll(async () => {
  shop = await openTestServer();
  scene = await layScopeScene(shop);
}, 180_000);
afterAll(() => shop?.close());

const send = (call: Call, input: object, as: TestPerson | undefined): Promise<Envelope<unknown>> => {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)] as [string, string]));
  const given = as === undefined ? {} : { as };
  return call.method === 'GET'
    ? scene.shop.call(`${call.path}?${query.toString()}`, given)
    : scene.shop.call(call.path, { ...given, body: input });
};

const callNamed = (name: string): Call => {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`no call ${name}`);
  return found;
};

/** What a call wants beside the thing it names: right in form, and harmless where it is let through. */
const REST: Readonly<Record<string, object>> = {
  setBookShelf: { state: 'published' },
  setBookRemoval: { notice: '' },
  setBookEdition: { edition: 1 },
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
  decideCodeBatch: { approve: false, answer: '否' },
  voidCodes: { reason: '测试' },
  findClaimedCodes: { typed: 'ABCD' },
  decideClaim: { approve: false, answer: '否' },
  getClaimPhoto: { photo: 0 },
  setLicenceStatus: { status: 'active', reason: '' },
  importInstitutionMembers: { file: 'AAAA' },
  removeInstitutionMembers: { memberIds: [contract.newId()] },
  decideRefund: { decision: 'reject', answer: '否' },
  holdInvoice: { action: 'take' },
  rejectInvoice: { answer: '否' },
};

const NOT_THERE: Readonly<Record<DeskObject, string>> = {
  book: 'catalog.bookNotFound',
  claim: 'commerce.claimNotFound',
  codeBatch: 'commerce.batchNotFound',
  collection: 'catalog.collectionNotFound',
  erratum: 'errata.notFound',
  import: 'import.notFound',
  institution: 'institution.notFound',
  invoice: 'orders.invoiceNotFound',
  licence: 'commerce.licenceNotFound',
  rating: 'catalog.ratingNotFound',
  refund: 'orders.refundNotFound',
  shortLink: 'catalog.shortLinkUnknown',
};
const REFUSALS: readonly string[] = ['forbidden', 'platformOnly', 'requestLogin', ...Object.values(NOT_THERE)];

/** How the actor stands to a call: kept out, without a bound, or with the sides in reach. Written anew here, from the words of the product. */
const standing = ({ grants }: ScopeActor, callName: string): 'out' | 'whole' | { readonly books: Side[]; readonly schools: Side[] } => {
  const permission = permissionOfCall(callName);
  if (permission === undefined) return 'out';
  const helpful = grants.filter(({ role }) => isGranted([role], permission));
  if (helpful.length === 0) return 'out';
  if (helpful.some(({ role, scope }) => scope === '' && reachOfRole(role, permission) !== 'institution')) return 'whole';
  return {
    books: SIDES.filter((side) => helpful.some(({ scope }) => scope === `publisher:${PUBLISHER_OF[side]}`)),
    schools: SIDES.filter((side, index) => helpful.some(({ scope }) => scope === `institution:${['丙大学', '丁大学'][index]}` && side)),
  };
};

const isTheirs = (kind: DeskObject, side: Side, reach: { readonly books: Side[]; readonly schools: Side[] }): boolean =>
  kind === 'institution'
    ? reach.schools.includes(side)
    : kind === 'licence'
      ? reach.books.includes(side) || reach.schools.includes(side)
      : reach.books.includes(side);

test('every call of the desk says what it is to who has a part of the platform, and no other call does', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(deskCallNames.toSorted());
});

test('every call of the desk answers everybody as its mark says, about the things of either side', async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const call of calls.filter(({ name }) => !['createImport', 'issueInvoice'].includes(name))) {
    const mark = deskMarkOf(call.name);
    const [field, kind] = Object.entries(typeof mark === 'object' ? mark : {})[0] ?? [];
    for (const side of SIDES)
      for (const actor of ACTORS) {
        const more = call.name === 'retargetShortLink' ? { targetType: 'book', targetId: scene.things[side].book } : REST[call.name];
        const input = field === undefined || kind === undefined ? {} : { ...more, [field]: scene.things[side][kind] };
        if (call.name === 'removeCollection') await scene.layCollections();
        const { code } = await send(call, input, scene.person(actor.name));
        asked += 1;
        const reach = standing(actor, call.name);
        const isRight =
          reach === 'out'
            ? code === 'forbidden'
            : reach === 'whole'
              ? !REFUSALS.includes(code)
              : mark === 'platform'
                ? code === 'platformOnly'
                : kind === undefined
                  ? !['forbidden', 'platformOnly'].includes(code)
                  : isTheirs(kind, side, reach)
                    ? !REFUSALS.includes(code)
                    : code === NOT_THERE[kind];
        if (!isRight) wrong.push(`${call.name} ${side} ${actor.name}: ${code}`);
      }
    const anonymous = await send(call, {}, undefined);
    asked += 1;
    if (anonymous.code !== 'requestLogin') wrong.push(`${call.name} anonymous: ${anonymous.code}`);
  }
  expect(wrong).toEqual([]);
  console.info(
    `${calls.length} calls x ${ACTORS.length + 1} kinds of people x ${SIDES.length} sides: ${asked} calls, all as the marks say`,
  );
}, 300_000);

const asked = async <T>(name: string, as: string, input: object = {}): Promise<T> => {
  const { code, payload } = await send(callNamed(name), input, scene.person(as));
  if (code !== 'success') throw new Error(`${name} as ${as}: ${code}`);
  return payload as T;
};

/** Every thing of this side by its id, and the words only it has. */
const marksOf = (side: Side): string[] => {
  const { institution: _, ...things } = scene.things[side];
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
const sharedMarks = (): string[] => Object.values(scene.shared).filter((id) => id !== scene.shared.order);

/** The lists of the desk, how each is asked for, and the id each shows of a side. */
const LISTS: readonly {
  readonly call: string;
  readonly input?: object;
  readonly shows: DeskObject | 'order';
  readonly role: '编辑' | '财务';
}[] = [
  { call: 'listDeskBooks', shows: 'book', role: '编辑' },
  { call: 'listImports', shows: 'import', role: '编辑' },
  { call: 'listDeskErrata', input: { state: 'submitted' }, shows: 'erratum', role: '编辑' },
  { call: 'listDeskRatings', input: { state: 'shown' }, shows: 'rating', role: '编辑' },
  { call: 'listCollectionRecords', shows: 'collection', role: '编辑' },
  { call: 'listShortLinks', shows: 'shortLink', role: '编辑' },
  { call: 'listCodeBatches', shows: 'codeBatch', role: '编辑' },
  { call: 'listCodeBatches', shows: 'codeBatch', role: '财务' },
  { call: 'listClaims', input: { status: 'rejected' }, shows: 'claim', role: '编辑' },
  { call: 'listLicences', shows: 'licence', role: '编辑' },
  { call: 'listLicences', shows: 'licence', role: '财务' },
  { call: 'listAllOrders', shows: 'order', role: '财务' },
  { call: 'listRefunds', shows: 'refund', role: '财务' },
  { call: 'listInvoiceRequests', shows: 'invoice', role: '编辑' },
  { call: 'listInvoiceRequests', shows: 'invoice', role: '财务' },
];

describe('lists and counts', () => {
  beforeAll(async () => {
    // As the table of calls above left them, or as if it had not run.
    await scene.query(`update code_claim set status = 'rejected', answer = '', decided_by = 'x', decided_at = 0`);
    await scene.query(`update order_refund set status = 'requested', decided_at = null, decided_by = null, answer = ''`);
    await scene.query(`update purchase_order set status = 'fulfilled'`);
    await scene.query(`update invoice_request set status = 'submitted', answer = '', held_by = null`);
    await scene.query(`update erratum set state = 'submitted', decided_at = null, fixed_version_no = null, answer = ''`);
    await scene.layCollections();
  });

  test('show a publisher’s people what is theirs, and not a word of the others’', async () => {
    for (const [side, other] of [
      ['甲', '乙'],
      ['乙', '甲'],
    ] as const)
      for (const { call, input = {}, shows, role } of LISTS) {
        const text = JSON.stringify(await asked(call, `${side}社${role}`, input));
        expect(text, `${call} of ${side}`).toContain(scene.things[side][shows]);
        const leaks = [...marksOf(other), ...sharedMarks()].filter((mark) => text.includes(mark));
        expect(leaks, `${call} of ${side} shows the other's`).toEqual([]);
      }
  });

  test('show who has two publishers the things of both, and who has the whole platform everything', async () => {
    for (const { call, input = {}, shows, role } of LISTS) {
      const whole = JSON.stringify(await asked(call, `平台${role}`, input));
      const names = SIDES.map((side) => scene.things[side][shows]);
      for (const id of names) expect(whole, call).toContain(id);
      if (role === '财务') continue;
      const both = JSON.stringify(await asked(call, '两社编辑', input));
      for (const id of names) expect(both, call).toContain(id);
    }
    expect(JSON.stringify(await asked('listAllOrders', '甲社编辑兼平台财务'))).toContain(scene.things.乙.order);
    expect(JSON.stringify(await asked('listDeskBooks', '甲社编辑兼平台财务'))).not.toContain(scene.things.乙.book);
  });

  test('count within the bounds, in lists and in the waiting work', async () => {
    const counted = async (name: string, as: string, input: object = {}) =>
      (await asked<{ counts: Record<string, number> }>(name, as, input)).counts;
    expect((await counted('listDeskErrata', '甲社编辑', { state: 'submitted' }))['submitted']).toBe(1);
    expect((await counted('listDeskRatings', '甲社编辑', { state: 'shown' }))['shown']).toBe(1);
    expect((await counted('listRefunds', '甲社财务'))['requested']).toBe(1);
    expect((await counted('listRefunds', '平台财务'))['requested']).toBe(3);
    expect((await counted('listInvoiceRequests', '甲社财务'))['submitted']).toBe(1);
    expect((await counted('listInvoiceRequests', '平台财务'))['submitted']).toBe(3);
    const licences = Object.values(await counted('listLicences', '甲社财务')).reduce((sum, n) => sum + n, 0);
    expect(licences).toBe(1);
    const { work } = await asked<{ work: Record<string, number> }>('getDeskWork', '甲社财务');
    expect(work).toMatchObject({ refunds: 1, invoices: 1, expiringLicences: 1 });
    expect(work).not.toHaveProperty('tickets');
    const whole = await asked<{ work: Record<string, number> }>('getDeskWork', '平台财务');
    expect(whole.work).toMatchObject({ refunds: 3, invoices: 3, expiringLicences: 4, tickets: 0 });
    const editor = await asked<{ work: Record<string, number> }>('getDeskWork', '甲社编辑');
    expect(Object.keys(editor.work).toSorted()).toEqual([
      'claims',
      'errata',
      'failedImports',
      'invoices',
      'redInvoices',
      'reportedRatings',
    ]);
    expect(editor.work).toMatchObject({ errata: 1, invoices: 1 });
  });

  test('find nothing of the others’ by their words', async () => {
    expect((await asked<{ items: unknown[] }>('listAllOrders', '甲社财务', { q: '乙书' })).items).toEqual([]);
    expect((await asked<{ items: unknown[] }>('listDeskBooks', '甲社编辑', { q: '乙书' })).items).toEqual([]);
    expect((await asked<{ items: unknown[] }>('listShortLinks', '甲社编辑', { q: '乙码' })).items).toEqual([]);
    expect((await asked<{ items: unknown[] }>('listLicences', '甲社财务', { q: '全库' })).items).toEqual([]);
    expect(
      (await asked<{ items: unknown[] }>('listBookShelves', '甲社编辑', { bookIds: `${scene.things.甲.book},${scene.things.乙.book}` }))
        .items,
    ).toHaveLength(1);
  });
});

describe('an institution’s administrators', () => {
  test('see their institution, its list and its licences, whoever sold them, and none of another', async () => {
    const institutions = await asked<OutputOf<typeof contract.listInstitutions>>('listInstitutions', '丙校管理员');
    expect(institutions.items).toMatchObject([{ name: '丙大学', members: 1, licences: 2 }]);
    const licences = await asked<OutputOf<typeof contract.listLicences>>('listLicences', '丙校管理员');
    expect(licences.items.map(({ contractNo }) => contractNo).toSorted()).toEqual(['两家合同', '甲合同']);
    expect(Object.values(licences.counts).reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(JSON.stringify(await asked('listInstitutionMembers', '丙校管理员', { institutionId: scene.things.甲.institution }))).toContain(
      '甲生',
    );
    const sold = await asked<OutputOf<typeof contract.listInstitutions>>('listInstitutions', '甲社财务');
    expect(sold.items.map(({ name, licences: n }) => [name, n]).toSorted()).toEqual([
      ['丁大学', 0],
      ['丙大学', 1],
    ]);
    expect(sold.items.every((institution) => !('members' in institution))).toBe(true);
  });
});

describe('an order with books of two publishers', () => {
  const no = () => ({ no: scene.shared.order });
  test('is shown to each as its own part, with its own money, and what touches the whole is refused', async () => {
    for (const [side, other, fen] of [
      ['甲', '乙', 700],
      ['乙', '甲', 1300],
    ] as const) {
      const finance = `${side}社财务`;
      const seen = await asked<OutputOf<typeof contract.getDeskOrder>>('getDeskOrder', finance, no());
      expect(seen).toMatchObject({ isPart: true, payments: [], refunds: [], order: { totalFen: fen, payFen: fen, discountFen: 0 } });
      expect(seen.order.items.map(({ title }) => title)).toEqual([`${side}书`]);
      expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${other}书|:2000|txn-|两家`));
      const { total, items } = await asked<OutputOf<typeof contract.listAllOrders>>('listAllOrders', finance);
      expect(items).toHaveLength(2);
      expect(total).toEqual({ orders: 2, paidFen: fen + (side === '甲' ? 1000 : 2000), refundedFen: 0 });
      expect((await send(callNamed('queryOrder'), no(), scene.person(finance))).code).toBe('orders.shared');
      const stop = { ...no(), status: 'suspended', reason: '争议' };
      expect((await send(callNamed('setOrderRights'), stop, scene.person(finance))).code).toBe('orders.shared');
      const refund = (more: object) => send(callNamed('refundOrder'), { ...no(), reason: '测试', ...more }, scene.person(finance));
      expect((await refund({ bookIds: [scene.things[other].book] })).code).toBe('orders.shared');
      expect((await refund({ amountFen: 1 })).code).toBe('orders.shared');
      expect((await refund({ bookIds: [scene.things[side].book], amountFen: fen + 1 })).code).toBe('orders.refundRefused');
      expect((await send(callNamed('decideRefund'), { id: scene.shared.refund, decision: 'approve' }, scene.person(finance))).code).toBe(
        'orders.refundNotFound',
      );
    }
    expect((await asked<OutputOf<typeof contract.getDeskOrder>>('getDeskOrder', '平台财务', no())).isPart).toBe(false);
    expect((await send(callNamed('getDeskOrder'), { no: scene.things.乙.order }, scene.person('甲社财务'))).code).toBe('orders.notFound');
    for (const call of ['queryOrder', 'setOrderRights', 'refundOrder'])
      expect(
        (
          await send(
            callNamed(call),
            { no: scene.things.乙.order, status: 'active', reason: '测试', amountFen: 1 },
            scene.person('甲社财务'),
          )
        ).code,
        call,
      ).toBe('orders.notFound');
  });

  test('is exported as its part', async () => {
    const { base64, orders } = await asked<{ base64: string; orders: number }>('exportAllOrders', '甲社财务');
    const parts = unzipSync(Buffer.from(base64, 'base64'));
    const sheet = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('\n');
    expect(orders).toBe(2);
    expect(sheet).toContain('甲书');
    expect(sheet).not.toMatch(/乙书|txn-20261122000000000009/);
    expect(sheet).not.toContain(scene.things.乙.order);
  });

  test('has its invoice made out by the platform', async () => {
    for (const id of [scene.shared.invoice, scene.things.乙.invoice]) {
      expect((await send(callNamed('readInvoice'), { id }, scene.person('甲社财务'))).code).toBe('orders.invoiceNotFound');
      expect((await send(callNamed('rejectInvoice'), { id, answer: '否' }, scene.person('甲社财务'))).code).toBe('orders.invoiceNotFound');
    }
  });
});

describe('what a publisher’s editor makes', () => {
  const code = async (name: string, input: object, as = '甲社编辑') => (await send(callNamed(name), input, scene.person(as))).code;
  test('stays the publisher’s: no book is given away, taken, or set beside another’s', async () => {
    const [own, other] = [scene.things.甲.book, scene.things.乙.book];
    expect(await code('saveDeskBook', { bookId: own, publisher: '乙出版社' })).toBe('request.invalid');
    expect(await code('saveDeskBook', { bookId: own, publisher: '' })).toBe('request.invalid');
    expect(await code('saveDeskBook', { bookId: own, publisher: '甲出版社' })).toBe('success');
    expect(await code('setBookEdition', { bookId: own, edition: 2, sameWorkAs: other })).toBe('catalog.bookNotFound');
    expect(await code('createShortLinks', { links: [{ targetType: 'book', targetId: other }] })).toBe('catalog.bookNotFound');
    expect(await code('createShortLinks', { links: [{ targetType: 'collection', targetId: scene.shared.collection }] })).toBe(
      'catalog.collectionNotFound',
    );
    expect(await code('createShortLinks', { links: [{ targetType: 'book', targetId: own }] })).toBe('success');
  });

  test('a collection is theirs with their books alone; the platform may make it everybody’s', async () => {
    const [own, other] = [scene.things.甲.book, scene.things.乙.book].map((bookId) => ({ bookId, note: '' }));
    expect(await code('saveCollection', { title: '新', items: [own, other] })).toBe('catalog.bookNotFound');
    expect(await code('saveCollection', { title: '新', items: [other] })).toBe('catalog.bookNotFound');
    const { id } = await asked<contract.CollectionRecord>('saveCollection', '甲社编辑', { title: '甲新单', items: [own] });
    expect(await code('saveCollection', { id, items: [other] })).toBe('catalog.bookNotFound');
    expect(await code('saveCollection', { id, title: '改' }, '乙社编辑')).toBe('catalog.collectionNotFound');
    expect(await code('saveCollection', { id: scene.shared.collection, title: '改' })).toBe('catalog.collectionNotFound');
    expect(await code('saveCollection', { id, items: [own, other] }, '平台编辑')).toBe('success');
    expect(await code('saveCollection', { id, title: '改' })).toBe('catalog.collectionNotFound');
  });

  test('a licence of a publisher’s finance names books of that publisher', async () => {
    const wish = { institution: '新大学', startsAt: 0, endsAt: 9_999_999_999_999, modes: ['roster'], networks: [] };
    expect(await code('createLicence', wish, '甲社财务')).toBe('request.invalid');
    expect(await code('createLicence', { ...wish, bookIds: [scene.things.乙.book] }, '甲社财务')).toBe('catalog.bookNotFound');
    expect(await code('createLicence', { ...wish, bookIds: [scene.things.甲.book] }, '甲社财务')).toBe('success');
  });

  test('they read their own books as those who make them, and others’ as anybody', async () => {
    const right = async (side: Side, as: string) =>
      (await scene.shop.call<{ right: { kind: string } }>(`/api/book/info?bookId=${scene.things[side].book}`, { as: scene.person(as) }))
        .payload?.right.kind;
    const rights = [await right('甲', '甲社编辑'), await right('乙', '甲社编辑'), await right('乙', '平台编辑')];
    expect(rights).toEqual(['owned', 'trial', 'owned']);
  });

  test('the person is told what they reach, by the names of the parts', async () => {
    const told = async (as: string) =>
      (await scene.shop.call<OutputOf<typeof contract.listAuthRoles>>(contract.listAuthRoles.path, { as: scene.person(as) })).payload;
    const editor = await told('甲社编辑');
    expect(editor?.roles).toEqual([{ role: 'editor', scope: 'publisher:甲出版社', scopeName: '甲出版社' }]);
    expect(editor?.boundPermissions).toEqual(expect.arrayContaining(['publishBook', 'curate', 'answerTickets']));
    const two = await told('甲社编辑兼平台财务');
    expect(two?.boundPermissions).toContain('publishBook');
    expect(two?.boundPermissions).not.toContain('answerTickets');
    expect(await told('平台编辑')).not.toHaveProperty('boundPermissions');
  });
});
