/**
 * Measures the longest delay of the server's event loop while it receives each file of the corpus and documents made to block it, and while
 * it writes large exports. The server process measures the delay itself (`monitorEventLoopDelay` behind /metrics).
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type AdminInstitution,
  CARSI_ACS_PATH,
  createImport,
  type Envelope,
  exportNotes,
  finishInstitution,
  getImport,
  type ImportJob,
  importInstitutionMembers,
  type OutputOf,
  openBook,
  pushChanges,
  saveInstitution,
  startInstitution,
} from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import { zipSync } from 'fflate';
import { createSamlStandIn, makeKeyPair } from '../../apps/server/src/gateways/identity/testing/identity-stand-ins.ts';
import { corpusFile, corpusNames } from '../../e2e/src/corpus.ts';
import { type Figure, milliseconds } from './figure.ts';
import { makeBook } from './make-book.ts';
import { findPassages, highlightOp } from './make-highlights.ts';

const BUDGET_MS = 200;
const DEMO_EDITOR = '13800000005';
const DEMO_ADMIN = '13800000006';
const LOOK_EVERY_MS = 50;
const ENDED: readonly string[] = ['done', 'refused', 'failed', 'canceled'];

type Headers = Readonly<Record<string, string>>;

/** Uses a new connection, because the server closes one that carried a rejected upload. */
const readMetrics = (product: Product): Promise<string> =>
  new Promise((resolve, reject) => {
    get(`${product.url}/metrics`, { agent: false }, (response) => resolve(readText(response))).once('error', reject);
  });

/** Returns the longest delay of the event loop since the last request; each response of the server resets it. */
const worstDelayMs = async (product: Product): Promise<number> => {
  const text = await readMetrics(product);
  const found = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error('the server does not report the delay of its event loop');
  return Number(found) * 1_000;
};

interface Delay {
  readonly name: string;
  readonly ms: number;
}

const measured = async (product: Product, name: string, work: () => Promise<unknown>): Promise<Delay> => {
  await worstDelayMs(product);
  await work();
  return { name, ms: await worstDelayMs(product) };
};

const worst = (label: string, delays: readonly Delay[]): Figure => {
  const [most] = delays.toSorted((a, b) => b.ms - a.ms);
  if (most === undefined) throw new Error(`nothing was measured for ${label}`);
  const name = delays.length === 1 ? label : `${label}: the worst of ${delays.length} (${most.name})`;
  return { name, value: milliseconds(most.ms), budget: milliseconds(BUDGET_MS), ok: most.ms <= BUDGET_MS };
};

/**
 * Sends a form with a file and returns the response; undefined if the connection was closed, because the server may reject a request before
 * it has received the whole body.
 */
const sendForm = async <T>(
  product: Product,
  headers: Headers,
  url: string,
  file: string,
  fields: Headers = {},
): Promise<Envelope<T> | undefined> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([await readFile(file)]), file.replace(/^.*\//, ''));
  const { 'content-type': _, ...rest } = headers;
  try {
    return (await (await fetch(product.url + url, { method: 'POST', headers: rest, body: form })).json()) as Envelope<T>;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

const call = async <T>(product: Product, headers: Headers, url: string, body: object): Promise<Envelope<T>> =>
  (await (await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Envelope<T>;

const importBook = async (product: Product, headers: Headers, file: string): Promise<void> => {
  const created = await sendForm<ImportJob>(product, headers, createImport.path, file);
  if (created === undefined || created.payload === null) return;
  const { id } = created.payload;
  for (;;) {
    const response = await fetch(`${product.url}${getImport.path}?id=${id}`, { headers });
    const job = ((await response.json()) as Envelope<ImportJob>).payload;
    if (job !== null && ENDED.includes(job.stage)) return;
    await wait(LOOK_EVERY_MS);
  }
};

const BOOK = /\.epub$/i;
const NO_BOOK = /(?<!\.epub)$/i;
/** The folders of the corpus: every file is imported as a book, or uploaded as a file and as an avatar. */
const FOLDERS_WITH_BOOKS = ['hostile', 'epub-invalid', 'epub-tests', 'epub-a11y', 'epub-samples', 'epub-books'];
const FOLDERS_WITH_OTHER_FILES = ['hostile', 'docx', 'pdf', 'markdown', 'questions', 'text', 'epub-invalid', 'epub-tests', 'epub-books'];

const measureBooks = async (product: Product, headers: Headers, folder: string): Promise<Figure> => {
  const delays: Delay[] = [];
  for (const name of corpusNames(folder, BOOK))
    delays.push(await measured(product, name, () => importBook(product, headers, corpusFile(`${folder}/${name}`))));
  return worst(`import of books, ${folder}`, delays);
};

const measureUploads = async (product: Product, headers: Headers, folder: string): Promise<Figure> => {
  const delays: Delay[] = [];
  for (const name of corpusNames(folder, NO_BOOK)) {
    const file = corpusFile(`${folder}/${name}`);
    delays.push(await measured(product, name, () => sendForm(product, headers, '/api/file/userFile/upload', file)));
    delays.push(
      await measured(product, `${name} as an avatar`, () =>
        sendForm(product, headers, '/api/file/userFile/uploadImage', file, { purpose: 'avatar' }),
      ),
    );
  }
  return worst(`files and avatars, ${folder}`, delays);
};

const nestedWorkbook = (elements: number): string =>
  Buffer.from(
    zipSync({
      'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': Buffer.from('<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>'),
      'xl/worksheets/sheet1.xml': Buffer.from('<a>'.repeat(elements) + '</a>'.repeat(elements)),
    }),
  ).toString('base64');

/** Returns a member list as base64 CSV. */
const makeRoster = (lines: number): string =>
  Buffer.from(['学号,姓名', ...Array.from({ length: lines }, (_, at) => `${20_260_000 + at},学生${at}`)].join('\n')).toString('base64');

const nestedNamespaces = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<a xmlns:n${at}="urn:x">`).join('') + '</a>'.repeat(count);

const refusedWith = (expected: string, { code, message }: Envelope<unknown>): void => {
  if (code !== expected) throw new Error(`responded with ${code} instead of ${expected}: ${message}`);
};

/** Sends documents made to block the event loop, by the calls with which real clients would send them. */
const measureDocuments = async (product: Product, admin: Headers): Promise<Figure[]> => {
  const idp = await createSamlStandIn('yingtai.edu.cn');
  const institution = { name: '映台大学', domain: 'yingtai.edu.cn', mailDomains: [], protocol: 'carsi', metadata: idp.metadata };
  const saved = await call<{ institution: AdminInstitution }>(product, admin, saveInstitution.path, institution);
  if (saved.payload === null) throw new Error(saved.message);
  const { id: institutionId } = saved.payload.institution;
  const figures: Figure[] = [];
  for (const millions of [2, 6]) {
    const file = nestedWorkbook(millions * 1_000_000);
    figures.push(
      worst(`roster: a workbook of ${millions},000,000 nested elements`, [
        await measured(product, '', async () =>
          refusedWith(
            'institution.rosterUnreadable',
            await call(product, admin, importInstitutionMembers.path, { institutionId, file, replace: false }),
          ),
        ),
      ]),
    );
  }
  const longRoster = { institutionId, file: makeRoster(20_000), replace: false };
  const importRoster = async () => refusedWith('success', await call(product, admin, importInstitutionMembers.path, longRoster));
  figures.push(
    worst('roster: 20,000 lines, new and again', [
      await measured(product, 'new', importRoster),
      await measured(product, 'again', importRoster),
    ]),
  );
  const proof = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({ institutionId, proofHash: createHash('sha256').update(proof).digest('base64url'), returnTo: '/' });
  const response = await fetch(`${product.url}${startInstitution.path}?${query.toString()}`);
  const begun = (await response.json()) as Envelope<OutputOf<typeof startInstitution>>;
  if (begun.payload === null) throw new Error(begun.message);
  const { state } = begun.payload;
  const samlForm = new URLSearchParams({ SAMLResponse: Buffer.from(nestedNamespaces(16_000)).toString('base64'), RelayState: state });
  figures.push(
    worst('SAML response of 16,000 nested namespaces', [
      await measured(product, '', async () => {
        await fetch(product.url + CARSI_ACS_PATH, { method: 'POST', body: samlForm, redirect: 'manual' });
        const { 'x-device-code': device = 'web' } = admin;
        const headers = { 'content-type': 'application/json', 'x-device-code': device };
        refusedWith('institution.signInFailed', await call(product, headers, finishInstitution.path, { state, code: 'posted', proof }));
      }),
    ]),
    worst('identity provider metadata, 50,000 deep', [
      await measured(product, '', async () =>
        refusedWith(
          'institution.metadataBad',
          await call(product, admin, saveInstitution.path, { ...institution, id: institutionId, metadata: '<a>'.repeat(50_000) }),
        ),
      ),
    ]),
  );
  return figures;
};

const NOTES = 1_800;
const NOTES_PER_CALL = 100;
const NOTE_CHARS = 2_000;
const NOTE_EVERY_CHARS = 20;

const fillNotes = async (product: Product, headers: Headers): Promise<void> => {
  const file = path.join(product.dataDir, 'book.epub');
  await writeFile(file, makeBook(NOTES * NOTE_EVERY_CHARS * 2));
  const [book] = (await product.command('import', file, '--publish')) as ImportJob[];
  const opened = await (await fetch(`${product.url}${openBook.path}?bookId=${book?.bookId}`, { headers })).json();
  const { payload, message } = opened as Envelope<OutputOf<typeof openBook>>;
  if (payload === null) throw new Error(`the book could not be opened: ${message}`);
  const targets = await findPassages(payload, 1, NOTES, NOTE_EVERY_CHARS);
  for (let at = 0; at < targets.length; at += NOTES_PER_CALL) {
    const ops = targets.slice(at, at + NOTES_PER_CALL).map((target) => {
      const op = highlightOp(payload, target, 'benchdevice1');
      return { ...op, fields: { ...op.fields, kind: 'note', body: '山川异域'.repeat(NOTE_CHARS / 4) } };
    });
    refusedWith('success', await call(product, headers, pushChanges.path, { deviceId: 'benchdevice1', ops }));
  }
};

const measureExports = async (product: Product, reader: Headers): Promise<Figure[]> => {
  await fillNotes(product, reader);
  const figures: Figure[] = [];
  for (const format of ['docx', 'xlsx', 'md', 'annotation'])
    figures.push(
      worst(`export of ${NOTES} notes of ${NOTE_CHARS} characters: ${format}`, [
        await measured(product, '', async () => refusedWith('success', await call(product, reader, exportNotes.path, { format }))),
      ]),
    );
  return figures;
};

/** Measures all kinds of files and documents; the slowest figures come first. */
export const measureEventLoop = async (): Promise<Figure[]> => {
  const { privateKey, certificate } = await makeKeyPair('books.example.com');
  const product = await startProduct({ environment: { CARSI_PRIVATE_KEY: privateKey, CARSI_CERTIFICATE: certificate } });
  try {
    const [{ headers: editor }, { headers: admin }] = [await signIn(product, DEMO_EDITOR), await signIn(product, DEMO_ADMIN)];
    const figures = [...(await measureDocuments(product, admin)), ...(await measureExports(product, editor))];
    for (const folder of FOLDERS_WITH_OTHER_FILES) figures.push(await measureUploads(product, editor, folder));
    for (const folder of FOLDERS_WITH_BOOKS) figures.push(await measureBooks(product, editor, folder));
    const figureMs = ({ value }: Figure): number => Number.parseFloat(value) * (value.endsWith(' ms') ? 1 : 1_000);
    return figures.toSorted((a, b) => figureMs(b) - figureMs(a));
  } finally {
    await product.stop();
  }
};
