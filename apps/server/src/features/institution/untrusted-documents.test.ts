/**
 * Tests with documents that try to block or kill their parser: each is rejected with its code, and the same server process continues to
 * respond.
 */
import { randomBytes } from 'node:crypto';
import type { AdminInstitution } from '@shufang/contract';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { metadataReader } from '../../gateways/identity/isolated-metadata.ts';
import { samlResponses } from '../../gateways/identity/saml-work.ts';
import { createSamlStandIn, makeKeyPair, type SamlStandIn } from '../../gateways/identity/testing/identity-stand-ins.ts';
import { writeXlsx } from '../../platform/write-xlsx.ts';
import { granted } from '../../testing/file-fixture.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { rosterReader } from './isolated-roster.ts';

let shop: TestServer;
let admin: TestUser;
let institutionId: string;
let idp: SamlStandIn;

const post = <T>(url: string, body: object) => shop.call<T>(url, { body, as: admin });
const save = (change: object) =>
  post<{ institution: AdminInstitution }>('/api/admin/institution/save', {
    name: '映台大学',
    domain: 'yingtai.edu.cn',
    protocol: 'carsi',
    ...change,
  });
const importRoster = (file: Uint8Array) =>
  post('/api/admin/institution/members/import', { institutionId, file: Buffer.from(file).toString('base64'), replace: false });

beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.user('13966680001', 'admin');
  idp = await createSamlStandIn('yingtai.edu.cn');
  institutionId = granted(await save({ metadata: idp.metadata })).institution.id;
});
afterAll(() => shop.close());

const RELATIONS = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const WORKBOOK = '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>';
const workbook = (sheet: string | Uint8Array, shared?: string): Uint8Array =>
  zipSync({
    'xl/workbook.xml': Buffer.from(WORKBOOK),
    'xl/_rels/workbook.xml.rels': Buffer.from(RELATIONS),
    'xl/worksheets/sheet1.xml': typeof sheet === 'string' ? Buffer.from(sheet) : sheet,
    ...(shared === undefined ? {} : { 'xl/sharedStrings.xml': Buffer.from(shared) }),
  });
const row = (cells: string): string => `<row r="1">${cells}</row>`;
const sheetOf = (content: string): string => `<worksheet><sheetData>${content}</sheetData></worksheet>`;
/** Random names barely compress, so the nesting is rejected and not the compression ratio. */
const names = (count: number): string[] => Array.from({ length: count }, () => `n${randomBytes(6).toString('hex')}`);
const nestedNames = (count: number): string => {
  const all = names(count);
  return (
    all.map((name) => `<${name}>`).join('') +
    all
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
};

const unreadable = (reason: string) => ({ code: 'institution.rosterUnreadable', message: `不能读取这份名单：${reason}`, payload: null });
const BOMB = unreadable('工作簿的压缩比异常，疑似压缩炸弹');
const serves = async (): Promise<void> => {
  expect(JSON.parse((await shop.request({ method: 'GET', url: '/healthz', headers: { host: APP_HOST } })).body)).toEqual({ status: 'ok' });
};

describe('a roster', () => {
  test.each<[string, () => Uint8Array, object]>([
    ['two million nested elements', () => workbook(`${'<a>'.repeat(2_000_000)}${'</a>'.repeat(2_000_000)}`), BOMB],
    ['six million nested elements', () => workbook(`${'<a>'.repeat(6_000_000)}${'</a>'.repeat(6_000_000)}`), BOMB],
    ['nesting that does not pack well', () => workbook(nestedNames(20_000)), unreadable('工作簿不能使用，嵌套层数过多')],
    ['a deep sheet that never ends', () => workbook('<a>'.repeat(300_000)), unreadable('工作簿不能使用，嵌套层数过多')],
    [
      'many attributes',
      () =>
        workbook(
          `<worksheet ${names(300)
            .map((name) => `${name}="1"`)
            .join(' ')}/>`,
        ),
      unreadable('工作簿不能使用，一个元素的属性过多'),
    ],
    ['an entity', () => workbook('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), unreadable('工作簿不能使用，含有 DTD 或实体声明')],
    ['rows that all have one number', () => workbook(sheetOf(row('').repeat(30_000))), { code: 'institution.rosterTooLong' }],
    ['a broken part', () => workbook(sheetOf('<row>')), unreadable('工作簿已损坏')],
    ['half an archive', () => workbook(sheetOf(row(''))).subarray(0, 200), unreadable('工作簿已损坏')],
  ])('with %s is rejected', async (_, file, refusal) => {
    expect(await importRoster(file())).toMatchObject(refusal);
    await serves();
  });

  it('whose cells all refer to one long text is read with truncated cells', async () => {
    const cells = Array.from({ length: 40 }, (_, at) => `<c r="${String.fromCodePoint(65 + (at % 26))}1" t="s"><v>0</v></c>`).join('');
    const refused = await importRoster(workbook(sheetOf(row(cells)), `<sst><si><t>${randomBytes(300_000).toString('hex')}</t></si></sst>`));
    expect(refused).toMatchObject({ code: 'institution.rosterUnreadable', message: expect.stringContaining('第一行须有') });
  });

  it('that needs more memory than allowed is rejected by the limit of its process', async () => {
    const cells = Array.from({ length: 100 }, (_, at) => `<c t="s"><v>${at}</v></c>`).join('');
    const rows = Array.from({ length: 1_500 }, (_, at) => `<row r="${at + 1}">${cells}</row>`).join('');
    const shared = Array.from({ length: 100 }, (_, at) => `<si><t>e\u0301${at}${'字'.repeat(1_990)}</t></si>`).join('');
    let isRefused = false;
    const refusal = importRoster(workbook(sheetOf(rows), `<sst>${shared}</sst>`)).finally(() => {
      isRefused = true;
    });
    // The server must respond to other requests while the document is parsed, because parsing runs in an isolated process.
    for (let served = 0; served < 20; served += 1) {
      await serves();
      expect(isRefused, `refused after ${served} other requests`).toBe(false);
    }
    expect(await refusal).toMatchObject(unreadable('文件结构异常，读取所需内存过多'));
    await serves();
  });

  it('that is valid is read by the same process afterwards', async () => {
    const file = await writeXlsx(
      '名单',
      [
        ['学号', '手机号', '姓名'],
        ['2026001', '13966680777', '颜回'],
      ],
      [],
    );
    expect(granted(await importRoster(file))).toMatchObject({ added: 1, errors: [] });
  });
});

const metadataBad = (reason: string) => ({ code: 'institution.metadataBad', message: `身份提供方的元数据不能使用：${reason}` });

describe('metadata of an identity provider', () => {
  test.each<[string, () => string, object]>([
    ['that is 50,000 elements deep', () => '<a>'.repeat(50_000), metadataBad('嵌套层数过多')],
    ['of 20,001 elements', () => `<r>${'<a/>'.repeat(20_000)}</r>`, metadataBad('元素过多')],
    [
      'whose namespaces pile up',
      () =>
        `<r ${names(257)
          .map((name) => `xmlns:${name}="u"`)
          .join(' ')}/>`,
      metadataBad('一个元素的属性过多'),
    ],
    [
      'whose namespaces pile up from element to element',
      () =>
        Array.from(
          { length: 3 },
          () =>
            `<a ${names(100)
              .map((name) => `xmlns:${name}="u"`)
              .join(' ')}>`,
        ).join(''),
      metadataBad('命名空间声明过多'),
    ],
    ['with an entity', () => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', metadataBad('含有 DTD 或实体声明')],
  ])('%s is rejected, and the stored metadata remains', async (_, metadata, refusal) => {
    expect(await save({ id: institutionId, metadata: metadata() })).toMatchObject(refusal);
    await serves();
    expect(granted(await save({ id: institutionId }))).toMatchObject({ institution: { entityId: idp.entityId } });
  });
});

describe('a response of an identity provider', () => {
  const settings = () => ({
    domain: 'yingtai.edu.cn',
    entityId: idp.entityId,
    ssoUrl: idp.ssoUrl,
    certificates: [idp.certificate],
  });
  const causeOf = async (xml: string): Promise<[string, string]> => {
    const platform = {
      entityId: 'https://a.example.com',
      responseUrl: 'https://a.example.com/acs',
      name: '书房',
      ...(await makeKeyPair('a.example.com')),
    };
    const refused = await samlResponses
      .run({ kind: 'response', platform, settings: settings(), requestId: '_1', response: Buffer.from(xml).toString('base64') })
      .catch((error: { code: string; cause: Error }) => error);
    return [(refused as { code: string }).code, (refused as { cause: Error }).cause.message];
  };

  test.each<[string, () => string, string]>([
    [
      'with 16,000 nested namespaces',
      () => Array.from({ length: 16_000 }, (_, at) => `<a xmlns:n${at}="urn:x">`).join('') + '</a>'.repeat(16_000),
      '嵌套层数过多',
    ],
    ['of 20,001 elements', () => `<r>${'<a/>'.repeat(20_000)}</r>`, '元素过多'],
    ['of comments alone', () => `<r>${'<!---->'.repeat(20_000)}</r>`, '元素过多'],
    ['with a tag hidden from strict readers', () => `<a b=c">${'<d>'.repeat(70)}`, 'XML 格式有误'],
  ])('%s is rejected before it is parsed', async (_, xml, reason) => {
    expect(await causeOf(xml())).toEqual(['institution.signInFailed', `XmlRefused: ${reason}`]);
    await serves();
  });
});

afterAll(() => {
  for (const task of [rosterReader, metadataReader, samlResponses]) task.close();
});
