/** Every error code of the contract met over HTTP as a client meets it: status 200 for refusals in words of the field, the declared sentence, Chinese. */
import { type Envelope, type ErrorCode, errorCodes, errorSentences, LIMITS, makeActivationCode, newId } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { grantBook } from '../features/commerce/grant-book.ts';
import { mintActivationCodes } from './cli/codes.ts';
import { applicationRefusals } from './testing/application-refusals.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';
import { createWireScene, type WireScene } from './testing/wire-scene.ts';

const AUTH = '/api/center-user/auth';

/** Codes this test does not provoke, and where they are shown to work instead. */
const ELSEWHERE: Readonly<Partial<Record<ErrorCode, string>>> = {
  'request.tooMany': 'repeated-requests.test.ts and budgets.test.ts: it takes 600 calls',
  'request.inProgress': 'repeated-requests.test.ts: the first call must be held',
  unavailable: 'budgets.test.ts: it takes a Redis that is gone',
  'account.smsUnavailable': 'http-base.test.ts: a server without a supplier',
  'account.mailUnavailable': 'teacher-mail.test.ts: a server that sends no mail',
  'account.wechatFailed': 'the tests of the walk to WeChat, on a server that has it',
  'account.wechatTaken': 'the same',
  'institution.notMember': 'the tests of the walk to an institution: institutions.test.ts',
  'institution.linkTaken': 'the same',
  'catalog.materialsFull': 'book-materials.test.ts: it takes 200 files',
  'file.quotaFull': 'user-files.test.ts: it takes a gigabyte',
  'file.inUse': 'own-files.test.ts: it takes a picture in use',
  'annotation.targetOutsideBook': 'push-changes.test.ts: in the result of one op, not in the envelope',
  'release.versionNotNewer': 'the command line only',
  'commerce.noPlace': 'licences.test.ts: places of a licence must be taken',
  'orders.bundleChanged': 'bundles.test.ts: a collection must change meanwhile',
  'orders.bundlePrice': 'bundles.test.ts: it takes a collection of paid books',
  platformOnly: 'desk-scopes.test.ts: it takes a role of a part',
  'orders.shared': 'desk-scopes.test.ts: it takes an order of two publishers',
  'orders.rightsUnchanged': 'bundles.test.ts: it takes a paid order',
  'orders.channelFailed': 'orders.test.ts: a payment platform must be away',
  'orders.refundDecided': 'orders.test.ts: it takes a paid order',
};

let shop: TestServer;
let scene: WireScene;
let reader: TestPerson;
let admin: TestPerson;
let editor: TestPerson;
let paid: string;
let forSale: string;
beforeAll(async () => {
  shop = await openTestServer();
  scene = createWireScene(shop);
  reader = await shop.person('13533330001');
  admin = await shop.person('13533330002', 'admin');
  editor = await shop.person('13533330003', 'editor');
  paid = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  forSale = await shop.book({ chapters: [['第一章 里仁', '里仁为美。']] });
  await shop.platform.jobs.start();
}, 120_000);
afterAll(() => shop?.close());

type Met = Pick<Envelope, 'code' | 'message' | 'payload'> & { readonly status: number };

const meet = async (url: string, body?: object | string, as?: TestPerson, headers: Record<string, string> = {}): Promise<Met> => {
  const answer = await shop.request({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { host: APP_HOST, ...as?.headers, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, ...answer.json<Envelope>() };
};
const upload = async (
  url: string,
  as: TestPerson,
  file?: { bytes: Buffer; name: string },
  fields: Record<string, string> = {},
): Promise<Met> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  const headers = { host: APP_HOST, ...as.headers, 'content-type': encoded.headers.get('content-type') ?? '' };
  const answer = await shop.request({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, ...answer.json<Envelope>() };
};

const aPerson = () => shop.person(scene.aTel());
const wish = async (tel: string, type = 'login') => ({ tel, type, ...(await scene.solvedCaptcha()) });
const byPassword = async (tel: string, password = 'falsches-Passwort') =>
  meet(`${AUTH}/loginByPasswordRequireCaptcha`, { tel, password: await scene.encrypted(password), ...(await scene.solvedCaptcha()) });
const signUp = async (tel: string, password: string) =>
  meet(`${AUTH}/registByTelEncrypt`, { tel, smsCode: await scene.smsCode(tel, 'binding'), password });
const aCode = async (...terms: string[]): Promise<string> => {
  const { data } = await mintActivationCodes.prepare(['--book', paid, '--count', '1', ...terms])(shop.platform, () => undefined);
  return (data as { codes: string[] }).codes[0] ?? '';
};
/** One book of the shop's, for money. */
const aPaidBook = async (): Promise<string> => {
  await shop.platform.db.orm.execute(sql`update book set access_model = 'paid', price_fen = 100 where id = ${forSale}`);
  return forSale;
};
const anOwner = async (): Promise<TestPerson> => {
  const owner = await aPerson();
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId: forSale });
  return owner;
};
const anOrder = async (): Promise<string> => {
  const made = await meet('/api/order/create', { bookId: await aPaidBook(), priceFen: 100 }, reader);
  return (made.payload as { order: { no: string } }).order.no;
};
/** A code whose batch was changed behind its back. */
const aCodeAfter = async (change: ReturnType<typeof sql>): Promise<Met> => {
  const code = await aCode();
  await shop.platform.db.orm.execute(change);
  return meet('/api/code/redeem', { code }, await aPerson());
};
const unknownCode = () => makeActivationCode(Uint8Array.from({ length: 16 }, (_, i) => i));

/** Gives back a code right after it was redeemed. */
const releaseAtOnce = async (...terms: string[]): Promise<Met> => {
  const owner = await aPerson();
  await meet('/api/code/redeem', { code: await aCode(...terms) }, owner);
  const { items } = (await meet('/api/my/codes', undefined, owner)).payload as { items: { id: string }[] };
  return meet('/api/code/release', { codeId: items[0]?.id }, owner);
};
const aBatch = async (): Promise<string> => {
  const made = await meet('/api/admin/code/batch/request', { bookId: paid, purpose: 'gift', count: 1 }, editor);
  return (made.payload as { batch: { id: string } }).batch.id;
};
/** Asks for a book again and again, with a photo of one's own. */
const claimTimes = async (times: number, as: TestPerson): Promise<Met> => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } }).png();
  const bytes = await picture.toBuffer();
  const photo = await upload('/api/file/userFile/uploadImage', as, { bytes, name: 'a.png' }, { purpose: 'image' });
  const wish = { bookId: paid, reason: 'lost', photoIds: [(photo.payload as { id: string }).id] };
  for (let n = 1; n < times; n += 1) await meet('/api/code/claim', wish, as);
  return meet('/api/code/claim', wish, as);
};
const aSchool = async (name: string) =>
  (await meet('/api/admin/institution/save', { name, domain: '', protocol: 'none' }, admin)).payload as { institution: { id: string } };
const aLicence = (institution: string): Promise<Met> => {
  const startsAt = shop.platform.clock.now();
  const wish = { institution, networks: ['198.51.100.0/24'], startsAt, endsAt: startsAt + 86_400_000 };
  return meet('/api/admin/licence/create', wish, admin);
};

const anErratum = async (): Promise<string> => {
  const made = await meet('/api/errata/report', { bookId: paid, quote: '学儿时习之', suggestion: '学而时习之' }, reader);
  return (made.payload as { id: string }).id;
};
/** By this a picture is known. */
const PNG_BEGINNING = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');

const provoke: Readonly<Partial<Record<ErrorCode, () => Promise<Met>>>> = {
  requestLogin: () => meet('/api/my/getBooks'),
  userBeenKickedOut: async () => {
    const person = await aPerson();
    await meet(`${AUTH}/login-by-tel`, { tel: person.tel, code: await scene.smsCode(person.tel, 'login') });
    return meet('/api/my/getBooks', undefined, person);
  },
  'request.invalid': () => meet('/api/course/query?limit=0'),
  'request.notFound': () => meet('/api/nothing', {}),
  'request.tooLarge': () => meet(`${AUTH}/login-by-tel`, { tel: 'x'.repeat(LIMITS.bodyBytes) }),
  'request.opIdReused': async () => {
    const name = { 'x-op-id': `name-${newId()}` };
    await meet('/api/code/check', { code: 'A' }, reader, name);
    return meet('/api/code/check', { code: 'B' }, reader, name);
  },
  forbidden: () => meet('/api/admin/import/list', undefined, reader),
  internal: async () => {
    await shop.platform.db.orm.execute(sql`alter table sync_change rename to sync_change_away`);
    const met = await meet('/api/sync/pull', undefined, reader);
    await shop.platform.db.orm.execute(sql`alter table sync_change_away rename to sync_change`);
    return met;
  },
  'account.phoneInvalid': () => meet(`${AUTH}/login-by-tel`, { tel: '12345', code: '1' }),
  'account.captchaWrong': async () => meet(`${AUTH}/sendSmsCodeRequireCaptcha`, { ...(await wish(scene.aTel())), captchaTxt: '!!!!' }),
  'account.sliderWrong': () => meet(`${AUTH}/sendSmsCodeRequireCaptchaAliyun`, { tel: scene.aTel(), type: 'login', captcha: 'x' }),
  'account.smsTooSoon': async () => {
    const tel = scene.aTel();
    await scene.smsCode(tel, 'login');
    return meet(`${AUTH}/sendSmsCodeRequireCaptcha`, await wish(tel));
  },
  'account.smsBudget': async () => {
    const tel = scene.aTel();
    for (let n = 0; n < LIMITS.smsPerNumberPerHour; n += 1) {
      await scene.smsCode(tel, 'login');
      shop.platform.advanceClock?.(LIMITS.smsResendMs);
    }
    return meet(`${AUTH}/sendSmsCodeRequireCaptcha`, await wish(tel));
  },
  'account.smsCodeWrong': () => meet(`${AUTH}/login-by-tel`, { tel: scene.aTel(), code: '000000' }),
  'account.notRegistered': async () => {
    const tel = scene.aTel();
    return meet(`${AUTH}/login-by-tel`, { tel, code: await scene.smsCode(tel, 'login'), autoRegister: false });
  },
  'account.credentialsWrong': () => byPassword(scene.aTel()),
  'account.tooManyFailures': async () => {
    const tel = scene.aTel();
    for (let n = 0; n < LIMITS.failedLoginsPerNumberPerHour; n += 1) await byPassword(tel);
    return byPassword(tel);
  },
  'account.passwordWeak': async () => signUp(scene.aTel(), await scene.encrypted('123')),
  'account.passwordTransport': () => signUp(scene.aTel(), 'nonsense'),
  'account.phoneTaken': async () => signUp((await aPerson()).tel, await scene.encrypted('Zhe-shi-mima-2026')),
  'account.frozen': async () => {
    const { id, tel } = await aPerson();
    await shop.platform.db.orm.execute(sql`update user_account set status = 'frozen' where id = ${id}`);
    return meet(`${AUTH}/login-by-tel`, { tel, code: await scene.smsCode(tel, 'login') });
  },
  'account.oldCodeWrong': async () => {
    const tel = scene.aTel();
    return meet('/api/user/phone/change', { oldCode: '000000', tel, code: await scene.smsCode(tel, 'binding') }, await aPerson());
  },
  'account.phoneMissing': async () => {
    const person = await aPerson();
    await shop.platform.db.orm.execute(sql`update user_account set tel = null where id = ${person.id}`);
    return meet('/api/user/phone/sendCode', await scene.solvedCaptcha(), person);
  },
  'account.consentOutdated': () => meet('/api/user/consent', { version: 99_999 }, reader),
  'account.wechatOff': () => meet(`${AUTH}/wechat/start`, { proofHash: 'x'.repeat(43) }),
  'institution.notFound': () => meet(`/api/auth/carsi/start?institutionId=${newId()}&proofHash=${'x'.repeat(43)}`),
  'institution.signInOff': async () => {
    const { institution } = await aSchool('不登录大学');
    return meet(`/api/auth/carsi/start?institutionId=${institution.id}&proofHash=${'x'.repeat(43)}`);
  },
  'institution.signInFailed': () => meet('/api/auth/carsi/finish', { state: 'i.none', code: 'c', proof: 'x'.repeat(22) }),
  'institution.notOnList': () => meet('/api/institution/join', { institutionId: newId(), studentNo: '1', name: '孔丘' }, reader),
  'institution.placeTaken': async () => {
    const { institution } = await aSchool('占座大学');
    const file = Buffer.from('学号,姓名\nQ1,孔丘\n').toString('base64');
    await meet('/api/admin/institution/members/import', { institutionId: institution.id, file }, admin);
    const wish = { institutionId: institution.id, studentNo: 'Q1', name: '孔丘' };
    await meet('/api/institution/join', wish, await aPerson());
    return meet('/api/institution/join', wish, await aPerson());
  },
  'institution.nameTaken': async () => {
    await aSchool('同名大学');
    return meet('/api/admin/institution/save', { name: '同名大学', domain: '', protocol: 'none' }, admin);
  },
  'institution.metadataBad': () =>
    meet('/api/admin/institution/save', { name: '元数据大学', domain: 'a.edu.cn', protocol: 'carsi', metadata: '<x/>' }, admin),
  'institution.rosterUnreadable': async () => {
    const { institution } = await aSchool('坏名单大学');
    return meet('/api/admin/institution/members/import', { institutionId: institution.id, file: 'AAAA' }, admin);
  },
  'institution.rosterTooLong': async () => {
    const { institution } = await aSchool('长名单大学');
    const file = Buffer.from(`学号,姓名\n${'a,b\n'.repeat(LIMITS.rosterLinesMax + 1)}`).toString('base64');
    return meet('/api/admin/institution/members/import', { institutionId: institution.id, file }, admin);
  },
  'file.missing': () => upload('/api/file/userFile/upload', reader),
  'file.notFound': () => meet('/api/file/userFile/download', { fileId: 'none' }, reader),
  'file.tooLarge': () =>
    upload(
      '/api/file/userFile/uploadImage',
      reader,
      { bytes: Buffer.concat([PNG_BEGINNING, Buffer.alloc(LIMITS.avatarBytes)]), name: 'a.png' },
      { purpose: 'avatar' },
    ),
  'file.typeRefused': () =>
    upload('/api/file/userFile/upload', reader, { bytes: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), name: 'a.bin' }),
  'file.pictureBroken': () =>
    upload('/api/file/userFile/uploadImage', reader, { bytes: Buffer.concat([PNG_BEGINNING, Buffer.from(' and no more')]), name: 'a.png' }),
  'catalog.bookNotFound': () => meet('/api/book/info?bookId=01m7z00000000000000000000a'),
  'catalog.collectionNotFound': () => meet(`/api/collection/get?id=${newId()}`),
  'catalog.materialNotFound': () => meet('/api/book/material/download', { id: newId() }, reader),
  'catalog.materialLocked': async () => {
    const id = newId();
    await shop.platform.db.pool.query(
      `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
       values ($1, $2, '课件', 'teacher', 'a.txt', 'text/plain', 1, $3, 0)`,
      [id, paid, 'c'.repeat(64)],
    );
    return meet('/api/book/material/download', { id }, reader);
  },
  'catalog.slotNotFound': () => meet('/api/admin/slot/remove', { id: newId() }, admin),
  'catalog.categoryNotFound': () => meet('/api/admin/category/remove', { id: 'nowhere' }, admin),
  'catalog.categoryInUse': async () => {
    await shop.platform.db.orm.execute(sql`insert into category (id, parent_id, name, position) values ('part', 'art', '戏剧', 1)`);
    return meet('/api/admin/category/remove', { id: 'art' }, admin);
  },
  'catalog.shortLinkUnknown': () => meet('/api/q/resolve?code=ZZZZZZZZ'),
  'sync.opInvalid': () => meet('/api/shelf/set', { groups: [{ id: newId() }] }, reader),
  'commerce.notEntitled': () => meet(`/api/learn/open?bookId=${paid}`, undefined, reader),
  'commerce.codeMistyped': async () => meet('/api/code/check', { code: `${unknownCode().slice(0, -1)}!` }, await aPerson()),
  'commerce.codeUnknown': async () => meet('/api/code/check', { code: unknownCode() }, await aPerson()),
  'commerce.codeUsed': async () => {
    const code = await aCode();
    await meet('/api/code/redeem', { code }, await aPerson());
    return meet('/api/code/redeem', { code }, await aPerson());
  },
  'commerce.codeVoid': () => aCodeAfter(sql`update activation_code set status = 'void' where status <> 'bound'`),
  'commerce.codeExpired': () => aCodeAfter(sql`update code_batch set valid_from = 1, valid_until = 2`),
  'commerce.codeNotYetValid': () => aCodeAfter(sql`update code_batch set valid_from = 4102444800000, valid_until = null`),
  'commerce.codeBookClosed': async () => {
    const met = await aCodeAfter(sql`update book set shelf_state = 'offShelf' where id = ${paid}`);
    await shop.platform.db.orm.execute(sql`update book set shelf_state = 'published' where id = ${paid}`);
    return met;
  },
  'commerce.codeBookRemoved': async () => {
    const met = await aCodeAfter(sql`update book set removal_notice = '主管部门要求停止使用' where id = ${paid}`);
    await shop.platform.db.orm.execute(sql`update book set removal_notice = null where id = ${paid}`);
    return met;
  },
  'commerce.codeTries': async () => {
    const person = await aPerson();
    for (let n = 0; n < LIMITS.wrongCodesPerUserPerHour; n += 1) await meet('/api/code/check', { code: unknownCode() }, person);
    return meet('/api/code/check', { code: unknownCode() }, person);
  },
  'commerce.codeNotYours': () => meet('/api/code/release', { codeId: 'a'.repeat(64) }, reader),
  'commerce.releaseTooSoon': () => releaseAtOnce('--rebind-limit', '1'),
  'commerce.releaseLimit': () => releaseAtOnce('--rebind-limit', '0'),
  'commerce.batchNotFound': () => meet('/api/admin/code/batch/export', { batchId: newId() }, admin),
  'commerce.batchState': async () => meet('/api/admin/code/batch/export', { batchId: await aBatch() }, admin),
  'commerce.batchSamePerson': async () => {
    // Of one role alone nobody may do both.
    await shop.platform.db.orm.execute(
      sql`insert into user_role (user_id, role, scope, granted_at) values (${editor.id}, 'finance', '', 0) on conflict do nothing`,
    );
    return meet('/api/admin/code/batch/decide', { batchId: await aBatch(), approve: true }, editor);
  },
  'commerce.claimNotFound': () => meet('/api/admin/code/claim/decide', { claimId: newId(), approve: true }, admin),
  'commerce.claimOpen': async () => claimTimes(2, await aPerson()),
  'commerce.claimNeedless': async () => {
    const owner = await aPerson();
    await meet('/api/code/redeem', { code: await aCode() }, owner);
    return claimTimes(1, owner);
  },
  'commerce.claimBookRemoved': async () => {
    await shop.platform.db.orm.execute(sql`update book set removal_notice = '主管部门要求停止使用' where id = ${paid}`);
    const met = await claimTimes(1, await aPerson());
    await shop.platform.db.orm.execute(sql`update book set removal_notice = null where id = ${paid}`);
    return met;
  },
  'commerce.claimTooMany': async () => claimTimes(LIMITS.claimsPerUserPerDay + 1, await aPerson()),
  'commerce.claimDecided': async () => {
    const made = await claimTimes(1, await aPerson());
    const decision = { claimId: (made.payload as { claim: { id: string } }).claim.id, approve: true };
    await meet('/api/admin/code/claim/decide', decision, editor);
    return meet('/api/admin/code/claim/decide', decision, editor);
  },
  'commerce.licenceOverlap': async () => {
    await aLicence('甲大学');
    return aLicence('乙学院');
  },
  'commerce.licenceNotFound': () => meet('/api/admin/licence/status', { licenceId: newId(), status: 'suspended' }, admin),
  'orders.notForSale': () => meet('/api/order/create', { bookId: paid, priceFen: 1 }, reader),
  'orders.alreadyOwned': async () => meet('/api/order/create', { bookId: await aPaidBook(), priceFen: 100 }, await anOwner()),
  'orders.notOnSaleNow': async () => {
    const bookId = await aPaidBook();
    await meet('/api/admin/book/price', { bookId, priceFen: 100, saleTo: 1 }, admin);
    const met = await meet('/api/order/create', { bookId, priceFen: 100 }, reader);
    await meet('/api/admin/book/price', { bookId, priceFen: 100 }, admin);
    return met;
  },
  'orders.priceChanged': async () => meet('/api/order/create', { bookId: await aPaidBook(), priceFen: 99 }, reader),
  'orders.notFound': () => meet(`/api/order/get?no=${'1'.repeat(20)}`, undefined, reader),
  'orders.notPayable': async () => {
    const no = await anOrder();
    await meet('/api/order/cancel', { no }, reader);
    return meet('/api/order/pay', { no, channel: 'local' }, reader);
  },
  'orders.channelOff': async () => meet('/api/order/pay', { no: await anOrder(), channel: 'wechatNative' }, reader),
  'orders.refundRefused': async () => meet('/api/order/refund', { no: await anOrder() }, reader),
  'orders.refundNotFound': () => meet('/api/admin/refund/decide', { id: '01m7z00000000000000000000a', decision: 'approve' }, admin),
  'orders.invoiceRefused': async () =>
    meet('/api/invoice/create', { orderNos: [await anOrder()], titleType: 'personal', title: '读者' }, reader),
  'orders.invoiceNotFound': () => meet('/api/admin/invoice/reject', { id: '01m7z00000000000000000000a', answer: '没有' }, admin),
  'sync.tooManyOps': () =>
    meet('/api/sync/push', { deviceId: 'device0001', ops: Array.from({ length: LIMITS.syncPushOps + 1 }, () => ({})) }, reader),
  'import.notFound': () => meet('/api/admin/import/get?id=01m7z00000000000000000000a', undefined, admin),
  'import.alreadyFinished': async () => {
    const { rows } = await shop.platform.db.orm.execute<{ id: string }>(sql`select id from import_job where stage = 'done' limit 1`);
    return meet('/api/admin/import/cancel', { id: rows[0]?.id ?? '' }, admin);
  },
  'import.refused': () => upload('/api/admin/import/create', admin, { bytes: Buffer.from('no book at all'), name: 'a.epub' }),
  'release.nonePublished': () => meet('/api/maintenance/appUpdater/getLastVersion'),
  'release.versionUnknown': () => meet('/api/maintenance/appUpdater/increaseDownloadCount?versionCode=9.9.9'),
  'account.personNotFound': () => meet('/api/admin/user/freeze', { userId: '01m7z00000000000000000000a', reason: '测试' }, admin),
  'account.notYourself': () => meet('/api/admin/user/freeze', { userId: admin.id, reason: '测试' }, admin),
  ...applicationRefusals({ shop: () => shop, bookId: () => paid, admin: () => admin, aPerson, meet }),
  'catalog.ratingRefused': () => meet('/api/rating/save', { bookId: paid, stars: 5 }, reader),
  'catalog.ratingNotFound': () => meet('/api/admin/rating/decide', { id: '01m7z00000000000000000000a', decision: 'keep' }, admin),
  'errata.notFound': () => meet('/api/errata/decide', { id: '01m7z00000000000000000000a', decision: 'accept' }, admin),
  'errata.decided': async () => meet('/api/errata/decide', { id: await anErratum(), decision: 'fix' }, admin),
  'errata.sameText': () => meet('/api/errata/report', { bookId: paid, quote: '学而', suggestion: '学而' }, reader),
  'errata.versionUnknown': async () => {
    const id = await anErratum();
    await meet('/api/errata/decide', { id, decision: 'accept' }, admin);
    return meet('/api/errata/decide', { id, decision: 'fix', fixedInVersion: 9 }, admin);
  },
  'help.ticketNotFound': () => meet('/api/ticket/reply', { ticketId: '01m7z00000000000000000000a', body: '还在吗' }, reader),
  'help.ticketClosed': async () => {
    const asked = await meet('/api/ticket/create', { topic: 'other', body: '怎样换一本书？' }, reader);
    const ticketId = (asked.payload as { ticket: { id: string } }).ticket.id;
    await meet('/api/admin/ticket/close', { ticketId }, admin);
    return meet('/api/ticket/reply', { ticketId, body: '还有一个问题' }, reader);
  },
  'release.callRetired': () => meet('/api/maintenance/appUpdater/getLastAppAsar'),
};

/** Statuses other than 200, which no client of ours meets. */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = { 'request.notFound': 404, 'request.tooLarge': 413, internal: 500 };

/** What stands between the gaps of a sentence. */
const firmParts = (code: ErrorCode): string[] => errorSentences[code].split(/\{\w+\}/).filter((part) => part !== '');

describe('an error code', () => {
  it('is provoked here, or stands in the list of those shown elsewhere', () => {
    expect(errorCodes.filter((code) => !(code in provoke) && !(code in ELSEWHERE))).toEqual([]);
    expect(errorCodes.filter((code) => code in provoke && code in ELSEWHERE)).toEqual([]);
  });

  test.each(Object.entries(provoke) as [ErrorCode, () => Promise<Met>][])('%s is met on the wire', async (code, meetIt) => {
    // Budgets of the network are fresh for each.
    shop.platform.advanceClock?.(3_600_000);
    const met = await meetIt();
    expect([met.code, met.status]).toEqual([code, STATUS[code] ?? 200]);
    expect(met.payload).toBeNull();
    expect(met.message).toMatch(/[\u4e00-\u9fff]/);
    for (const part of firmParts(code)) expect(met.message).toContain(part);
    expect(met.message).not.toMatch(/[{}]|undefined|NaN/);
  });
});
