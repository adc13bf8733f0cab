/** Provokes every error code of the contract over HTTP and checks status, code and Chinese message. Domain errors have status 200. */
import { type Envelope, type ErrorCode, errorCodes, errorSentences, LIMITS, makeActivationCode, newId } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ACCOUNT_LIMITS } from '../features/account/limits.ts';
import { ACTIVATION_CODE_LIMITS } from '../features/activation-code/limits.ts';
import { grantBook } from '../features/entitlement/grant-book.ts';
import { INSTITUTION_LIMITS } from '../features/institution/limits.ts';
import { sql } from '../platform/sql.ts';
import { CODES_PROVOKED_ELSEWHERE } from '../testing/codes-provoked-elsewhere.ts';
import { domainRefusals } from '../testing/domain-refusals.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { createWireScenario, type WireScenario } from '../testing/wire-fixture.ts';
import { mintActivationCodes } from './cli/codes.ts';

const AUTH = '/api/center-user/auth';

let shop: TestServer;
let wire: WireScenario;
let reader: TestUser;
let admin: TestUser;
let editor: TestUser;
let paid: string;
let forSale: string;
beforeAll(async () => {
  shop = await openTestServer();
  wire = createWireScenario(shop);
  reader = await shop.user('13533330001');
  admin = await shop.user('13533330002', 'admin');
  editor = await shop.user('13533330003', 'editor');
  paid = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  forSale = await shop.book({ chapters: [['第一章 里仁', '里仁为美。']] });
  await shop.platform.jobs.start();
}, 120_000);
afterAll(() => shop?.close());

type Met = Pick<Envelope, 'code' | 'message' | 'payload'> & { readonly status: number };

const meet = async (url: string, body?: object | string, as?: TestUser, headers: Record<string, string> = {}): Promise<Met> => {
  const response = await shop.request({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { host: APP_HOST, ...as?.headers, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, ...response.json<Envelope>() };
};
const upload = async (
  url: string,
  as: TestUser,
  file?: { bytes: Buffer; name: string },
  fields: Record<string, string> = {},
): Promise<Met> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  const headers = { host: APP_HOST, ...as.headers, 'content-type': encoded.headers.get('content-type') ?? '' };
  const response = await shop.request({ method: 'POST', url, headers, payload });
  return { status: response.statusCode, ...response.json<Envelope>() };
};

const aUser = () => shop.user(wire.aTel());
const smsRequest = async (tel: string, type = 'login') => ({ tel, type, ...(await wire.solvedCaptcha()) });
const byPassword = async (tel: string, password = 'falsches-Passwort') =>
  meet(`${AUTH}/loginByPasswordRequireCaptcha`, { tel, password: await wire.encrypted(password), ...(await wire.solvedCaptcha()) });
const signUp = async (tel: string, password: string) =>
  meet(`${AUTH}/registByTelEncrypt`, { tel, smsCode: await wire.smsCode(tel, 'binding'), password });
const aCode = async (...terms: string[]): Promise<string> => {
  const { data } = await mintActivationCodes.prepare(['--book', paid, '--count', '1', ...terms])(shop.platform, () => undefined);
  return (data as { codes: string[] }).codes[0] ?? '';
};
/** Returns the id of a book that is for sale. */
const aPaidBook = async (): Promise<string> => {
  await shop.platform.db.orm.execute(sql`update book set access_model = 'paid', price_fen = 100 where id = ${forSale}`);
  return forSale;
};
const anOwner = async (): Promise<TestUser> => {
  const owner = await aUser();
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId: forSale });
  return owner;
};
const anOrder = async (): Promise<string> => {
  const made = await meet('/api/order/create', { bookId: await aPaidBook(), priceFen: 100 }, reader);
  return (made.payload as { order: { no: string } }).order.no;
};
/** Redeems a code after `change` was made to its batch in the database. */
const aCodeAfter = async (change: ReturnType<typeof sql>): Promise<Met> => {
  const code = await aCode();
  await shop.platform.db.orm.execute(change);
  return meet('/api/code/redeem', { code }, await aUser());
};
const unknownCode = () => makeActivationCode(Uint8Array.from({ length: 16 }, (_, i) => i));

/** Redeems a code and releases it at once. */
const releaseAtOnce = async (...terms: string[]): Promise<Met> => {
  const owner = await aUser();
  await meet('/api/code/redeem', { code: await aCode(...terms) }, owner);
  const { items } = (await meet('/api/my/codes', undefined, owner)).payload as { items: { id: string }[] };
  return meet('/api/code/release', { codeId: items[0]?.id }, owner);
};
const aBatch = async (): Promise<string> => {
  const made = await meet('/api/admin/code/batch/request', { bookId: paid, purpose: 'gift', count: 1 }, editor);
  return (made.payload as { batch: { id: string } }).batch.id;
};
/** Submits the given number of claims for a book, with a photo of the user. */
const claimTimes = async (times: number, as: TestUser): Promise<Met> => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } }).png();
  const bytes = await picture.toBuffer();
  const photo = await upload('/api/file/userFile/uploadImage', as, { bytes, name: 'a.png' }, { purpose: 'image' });
  const smsRequest = { bookId: paid, reason: 'lost', photoIds: [(photo.payload as { id: string }).id] };
  for (let n = 1; n < times; n += 1) await meet('/api/code/claim', smsRequest, as);
  return meet('/api/code/claim', smsRequest, as);
};
const aSchool = async (name: string) =>
  (await meet('/api/admin/institution/save', { name, domain: '', protocol: 'none' }, admin)).payload as { institution: { id: string } };
const aLicense = (institution: string): Promise<Met> => {
  const startsAt = shop.platform.clock.now();
  const smsRequest = { institution, networks: ['198.51.100.0/24'], startsAt, endsAt: startsAt + 86_400_000 };
  return meet('/api/admin/license/create', smsRequest, admin);
};

const anErratum = async (): Promise<string> => {
  const made = await meet('/api/errata/report', { bookId: paid, quote: '学儿时习之', suggestion: '学而时习之' }, reader);
  return (made.payload as { id: string }).id;
};
/** Signature at the beginning of a PNG file. */
const PNG_BEGINNING = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');

const provoke: Readonly<Partial<Record<ErrorCode, () => Promise<Met>>>> = {
  requestLogin: () => meet('/api/my/getBooks'),
  userBeenKickedOut: async () => {
    const user = await aUser();
    await meet(`${AUTH}/login-by-tel`, { tel: user.tel, code: await wire.smsCode(user.tel, 'login') });
    return meet('/api/my/getBooks', undefined, user);
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
  'account.captchaWrong': async () => meet(`${AUTH}/sendSmsCodeRequireCaptcha`, { ...(await smsRequest(wire.aTel())), captchaTxt: '!!!!' }),
  'account.sliderWrong': () => meet(`${AUTH}/sendSmsCodeRequireCaptchaAliyun`, { tel: wire.aTel(), type: 'login', captcha: 'x' }),
  'account.smsTooSoon': async () => {
    const tel = wire.aTel();
    await wire.smsCode(tel, 'login');
    return meet(`${AUTH}/sendSmsCodeRequireCaptcha`, await smsRequest(tel));
  },
  'account.smsBudget': async () => {
    const tel = wire.aTel();
    for (let n = 0; n < ACCOUNT_LIMITS.smsSignInPerNumberPerDay - ACCOUNT_LIMITS.smsSignInReservedPerDay; n += 1) {
      await wire.smsCode(tel, 'login');
      shop.platform.advanceClock?.(LIMITS.smsResendMs);
    }
    return meet(`${AUTH}/sendSmsCodeRequireCaptcha`, await smsRequest(tel));
  },
  'account.smsCodeWrong': () => meet(`${AUTH}/login-by-tel`, { tel: wire.aTel(), code: '000000' }),
  'account.notRegistered': async () => {
    const tel = wire.aTel();
    return meet(`${AUTH}/login-by-tel`, { tel, code: await wire.smsCode(tel, 'login'), autoRegister: false });
  },
  'account.credentialsWrong': () => byPassword(wire.aTel()),
  'account.tooManyFailures': async () => {
    const tel = wire.aTel();
    for (let n = 0; n < ACCOUNT_LIMITS.failedLoginsPerNumberPerHour; n += 1) await byPassword(tel);
    return byPassword(tel);
  },
  'account.secondFactorOff': async () => meet('/api/my/second-factor/disable', { code: '000000' }, await aUser()),
  'account.passwordWeak': async () => signUp(wire.aTel(), await wire.encrypted('123')),
  'account.passwordTransport': () => signUp(wire.aTel(), 'nonsense'),
  'account.phoneTaken': async () => signUp((await aUser()).tel, await wire.encrypted('Zhe-shi-mima-2026')),
  'account.frozen': async () => {
    const { id, tel } = await aUser();
    await shop.platform.db.orm.execute(sql`update user_account set status = 'frozen' where id = ${id}`);
    return meet(`${AUTH}/login-by-tel`, { tel, code: await wire.smsCode(tel, 'login') });
  },
  'account.deviceInUse': async () => {
    const { tel } = await aUser();
    return meet(`${AUTH}/login-by-tel`, { tel, code: await wire.smsCode(tel, 'login'), ifSignedInElsewhere: 'ask' });
  },
  'request.alreadyUsed': async () => {
    const name = { 'x-op-id': `name-${newId()}` };
    const body = { tel: wire.aTel(), code: '000000' };
    await meet(`${AUTH}/login-by-tel`, body, undefined, name);
    return meet(`${AUTH}/login-by-tel`, body, undefined, name);
  },
  'account.signInExpired': () => meet('/api/user/auth/replaceDevice', { ticket: 'x'.repeat(22) }),
  'account.oldCodeWrong': async () => {
    const tel = wire.aTel();
    return meet('/api/user/phone/change', { oldCode: '000000', tel, code: await wire.smsCode(tel, 'binding') }, await aUser());
  },
  'account.phoneMissing': async () => {
    const user = await aUser();
    await shop.platform.db.orm.execute(sql`update user_account set tel = null where id = ${user.id}`);
    return meet('/api/user/phone/sendCode', await wire.solvedCaptcha(), user);
  },
  'account.consentOutdated': () => meet('/api/user/consent', { version: 99_999 }, reader),
  'account.providerOff': () => meet(`${AUTH}/wechat/start`, { proofHash: 'x'.repeat(43) }),
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
    const smsRequest = { institutionId: institution.id, studentNo: 'Q1', name: '孔丘' };
    await meet('/api/institution/join', smsRequest, await aUser());
    return meet('/api/institution/join', smsRequest, await aUser());
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
    const file = Buffer.from(`学号,姓名\n${'a,b\n'.repeat(INSTITUTION_LIMITS.rosterLinesMax + 1)}`).toString('base64');
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
  'entitlement.notEntitled': () => meet(`/api/learn/open?bookId=${paid}`, undefined, reader),
  'activationCode.codeMistyped': async () => meet('/api/code/check', { code: `${unknownCode().slice(0, -1)}!` }, await aUser()),
  'activationCode.codeUnknown': async () => meet('/api/code/check', { code: unknownCode() }, await aUser()),
  'activationCode.codeUsed': async () => {
    const code = await aCode();
    await meet('/api/code/redeem', { code }, await aUser());
    return meet('/api/code/redeem', { code }, await aUser());
  },
  'activationCode.codeVoid': () => aCodeAfter(sql`update activation_code set status = 'void' where status <> 'bound'`),
  'activationCode.codeExpired': () => aCodeAfter(sql`update code_batch set valid_from = 1, valid_until = 2`),
  'activationCode.codeNotYetValid': () => aCodeAfter(sql`update code_batch set valid_from = 4102444800000, valid_until = null`),
  'activationCode.codeBookClosed': async () => {
    const met = await aCodeAfter(sql`update book set shelf_state = 'offShelf' where id = ${paid}`);
    await shop.platform.db.orm.execute(sql`update book set shelf_state = 'published' where id = ${paid}`);
    return met;
  },
  'activationCode.codeBookRemoved': async () => {
    const met = await aCodeAfter(sql`update book set removal_notice = '主管部门要求停止使用' where id = ${paid}`);
    await shop.platform.db.orm.execute(sql`update book set removal_notice = null where id = ${paid}`);
    return met;
  },
  'activationCode.codeTries': async () => {
    const user = await aUser();
    for (let n = 0; n < ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; n += 1)
      await meet('/api/code/check', { code: unknownCode() }, user);
    return meet('/api/code/check', { code: unknownCode() }, user);
  },
  'activationCode.codeNotYours': () => meet('/api/code/release', { codeId: 'a'.repeat(64) }, reader),
  'activationCode.releaseTooSoon': () => releaseAtOnce('--rebind-limit', '1'),
  'activationCode.releaseLimit': () => releaseAtOnce('--rebind-limit', '0'),
  'activationCode.batchNotFound': () => meet('/api/admin/code/batch/export', { batchId: newId() }, admin),
  'activationCode.batchState': async () => meet('/api/admin/code/batch/export', { batchId: await aBatch() }, admin),
  'activationCode.batchSamePerson': async () => {
    // The editor gets a second role, because no single role may both create and decide a batch.
    await shop.platform.db.orm.execute(
      sql`insert into user_role (user_id, role, scope, granted_at) values (${editor.id}, 'finance', '', 0) on conflict do nothing`,
    );
    return meet('/api/admin/code/batch/decide', { batchId: await aBatch(), approve: true }, editor);
  },
  'activationCode.claimNotFound': () => meet('/api/admin/code/claim/decide', { claimId: newId(), approve: true }, admin),
  'activationCode.claimOpen': async () => claimTimes(2, await aUser()),
  'activationCode.claimNeedless': async () => {
    const owner = await aUser();
    await meet('/api/code/redeem', { code: await aCode() }, owner);
    return claimTimes(1, owner);
  },
  'activationCode.claimBookRemoved': async () => {
    await shop.platform.db.orm.execute(sql`update book set removal_notice = '主管部门要求停止使用' where id = ${paid}`);
    const met = await claimTimes(1, await aUser());
    await shop.platform.db.orm.execute(sql`update book set removal_notice = null where id = ${paid}`);
    return met;
  },
  'activationCode.claimTooMany': async () => claimTimes(ACTIVATION_CODE_LIMITS.claimsPerUserPerDay + 1, await aUser()),
  'activationCode.claimDecided': async () => {
    const made = await claimTimes(1, await aUser());
    const decision = { claimId: (made.payload as { claim: { id: string } }).claim.id, approve: true };
    await meet('/api/admin/code/claim/decide', decision, editor);
    return meet('/api/admin/code/claim/decide', decision, editor);
  },
  'license.overlap': async () => {
    await aLicense('甲大学');
    return aLicense('乙学院');
  },
  'license.notFound': () => meet('/api/admin/license/status', { licenseId: newId(), status: 'suspended' }, admin),
  'settings.fileInvalid': () => meet('/api/admin/setting/import', { text: 'xlsx' }, admin),
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
  'orders.invoiceNotFound': () => meet('/api/admin/invoice/reject', { id: '01m7z00000000000000000000a', reply: '没有' }, admin),
  'sync.tooManyOps': () =>
    meet('/api/sync/push', { deviceId: 'device0001', ops: Array.from({ length: LIMITS.syncPushOps + 1 }, () => ({})) }, reader),
  'import.notFound': () => meet('/api/admin/import/get?id=01m7z00000000000000000000a', undefined, admin),
  'import.alreadyFinished': async () => {
    const { rows } = await shop.platform.db.orm.execute<{ id: string }>(sql`select id from import_job where stage = 'done' limit 1`);
    return meet('/api/admin/import/cancel', { id: rows[0]?.id ?? '' }, admin);
  },
  'import.refused': () => upload('/api/admin/import/create', admin, { bytes: Buffer.from('no book at all'), name: 'a.epub' }),
  'release.nonePublished': () => meet('/api/maintenance/appUpdater/getLastVersion'),
  'release.invalid': () => meet('/api/admin/version/upload/start', { release: '{}' }, admin),
  'release.uploadUnknown': () => meet('/api/admin/version/upload/publish', { uploadId: 'x' }, admin),
  'release.versionUnknown': () => meet('/api/maintenance/appUpdater/increaseDownloadCount?versionCode=9.9.9'),
  'account.personNotFound': () => meet('/api/admin/user/freeze', { userId: '01m7z00000000000000000000a', reason: '测试' }, admin),
  'account.notYourself': () => meet('/api/admin/user/freeze', { userId: admin.id, reason: '测试' }, admin),
  ...domainRefusals({ shop: () => shop, bookId: () => paid, admin: () => admin, aUser, meet }),
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

/** HTTP statuses of the error codes that are not sent with 200; the web client does not receive these codes. */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = { 'request.notFound': 404, 'request.tooLarge': 413, internal: 500 };

/** Returns the fixed parts of a message between its placeholders. */
const firmParts = (code: ErrorCode): string[] => errorSentences[code].split(/\{\w+\}/).filter((part) => part !== '');

describe('an error code', () => {
  it('is provoked here or is in the list of codes that other tests provoke', () => {
    expect(errorCodes.filter((code) => !(code in provoke) && !(code in CODES_PROVOKED_ELSEWHERE))).toEqual([]);
    expect(errorCodes.filter((code) => code in provoke && code in CODES_PROVOKED_ELSEWHERE)).toEqual([]);
  });

  test.each(Object.entries(provoke) as [ErrorCode, () => Promise<Met>][])('%s is returned over HTTP', async (code, meetIt) => {
    // The clock is moved, so that the rate limits per client IP start again for each error code.
    shop.platform.advanceClock?.(3_600_000);
    const met = await meetIt();
    expect([met.code, met.status]).toEqual([code, STATUS[code] ?? 200]);
    // Only these have a payload, because the client needs it to continue the sign-in, and to compare two changes of a question.
    expect(met.payload !== null).toBe(code === 'account.deviceInUse' || code === 'question.changed');
    expect(met.message).toMatch(/[\u4e00-\u9fff]/);
    for (const part of firmParts(code)) expect(met.message).toContain(part);
    expect(met.message).not.toMatch(/[{}]|undefined|NaN/);
  });
});
