/**
 * Offline edits on two replicas, whose browsers are killed and whose clocks are set forward and back, then synchronization: nothing that was
 * stored is lost, and both replicas and the server are equal. Two runs at a landing, twenty with `npm run test:full`; both continue with the
 * same two devices, so that each run begins with everything before it. `OFFLINE_EDITS_SEED` sets the seed of the edits and of the kills.
 */
import { type Annotation, type AnnotationColor, pullChanges, type SyncChange } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scaled } from '../../apps/server/src/platform/testing/load-scale.ts';
import { type ChangingServer, openChangingServer } from './changing-server.ts';
import { type KillableBrowser, openKillableBrowser } from './killable-browser.ts';
import { openBook, pointOfText, selectText, turnsBy, visibleText, waitForChangesSent } from './reading.ts';
import { callAs, DEMO_READER, openSignedIn } from './users.ts';

const TITLE = 'Python 编程起步';
const RUNS = scaled(20);
const SEED = Number(process.env['OFFLINE_EDITS_SEED'] ?? 20_261_130);
const COLORS = [
  ['yellow', '黄色'],
  ['green', '绿色'],
  ['blue', '蓝色'],
  ['pink', '粉色'],
  ['red', '红色'],
] as const satisfies readonly (readonly [AnnotationColor, string])[];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far the clocks of the devices are from the time of the server. */
const CLOCKS_MS = [0, 5 * MINUTE_MS, -2 * 60 * MINUTE_MS, 3 * 60 * MINUTE_MS, -3 * DAY_MS, 6 * DAY_MS];
/** Maximum time in ms from the beginning of the edit during which the browser is killed to the kill. */
const KILL_WITHIN_MS = 400;
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

/** Returns a function that returns the next number from 0 up to `below`, the same numbers for the same seed (mulberry32). */
const randomFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

/** A record of the device or of the server by entity and id, without the clocks of its fields. */
type Records = Map<string, Record<string, unknown>>;

/** The compared fields: everything that the reader has written, without how each device found the passage. */
const comparable = (record: Record<string, unknown>): Record<string, unknown> => {
  const { anchor: _anchor, ...rest } = record;
  return Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const recordsOf = async (page: Page): Promise<Records> => {
  const rows = await page.evaluate(
    () =>
      new Promise<{ entity: string; entityId: string; record: Record<string, unknown> }[]>((resolve, reject) => {
        const opening = indexedDB.open('shufang-reader');
        opening.addEventListener('error', () => reject(new Error('the database does not open')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('records').objectStore('records').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result as { entity: string; entityId: string; record: Record<string, unknown> }[]);
          });
        });
      }),
  );
  return new Map(rows.map(({ entity, entityId, record }) => [`${entity} ${entityId}`, comparable(record)]));
};

const serverRecords = async (page: Page): Promise<Records> => {
  const records: Records = new Map();
  for (let since = 0, more = true; more; ) {
    const pulled = await callAs(product, page, pullChanges, { since });
    for (const { entity, entityId, record } of pulled.changes as SyncChange[])
      records.set(`${entity} ${entityId}`, comparable(record as Record<string, unknown>));
    ({ seq: since, more } = pulled);
  }
  return records;
};

let product: Product;
let front: ChangingServer;
let bookId: string;

interface Replica {
  readonly name: string;
  readonly browser: KillableBrowser;
  readonly random: (below: number) => number;
  /** The annotations as they were stored last on this device, by id: each was read from the database after its edit. */
  readonly stored: Map<string, Annotation>;
  /** Ids of the annotations that this device has changed in the current run. */
  changed: Set<string>;
  edits: number;
}
let replicas: readonly Replica[] = [];

const annotationsOf = async (page: Page): Promise<Map<string, Annotation>> =>
  new Map(
    [...(await recordsOf(page))].flatMap(([name, record]) =>
      name.startsWith('annotation ') ? [[String(record['id']), record as unknown as Annotation]] : [],
    ),
  );

/** Waits until the database has an annotation that differs from the one before and that `isExpected` accepts. */
const untilStored = async (replica: Replica, isExpected: (annotation: Annotation) => boolean): Promise<void> => {
  const page = replica.browser.page();
  await expect
    .poll(
      async () => {
        if (page.isClosed()) return Number.NaN;
        const found = [...(await annotationsOf(page)).values()].filter(
          (each) => isExpected(each) && JSON.stringify(each) !== JSON.stringify(replica.stored.get(each.id)),
        );
        for (const each of found) {
          replica.stored.set(each.id, each);
          replica.changed.add(each.id);
        }
        return found.length;
      },
      { timeout: 60_000 },
    )
    .not.toBe(0);
  if (page.isClosed()) throw new Error('the browser was killed before the edit was confirmed');
};

const field = (page: Page) => page.getByRole('textbox', { name: '笔记内容' });

/** Returns the lines on the page that begin with Chinese text; turns pages until there are some. */
const linesOnPage = async (page: Page): Promise<string[]> => {
  for (let turned = 0; turned < 12; turned += 1) {
    const lines = (await visibleText(page)).split('\n').map((line) => line.trim());
    const found = lines.filter((line) => /^[\p{Script=Han}，。、]{8,}/u.test(line));
    if (found.length > 0) return found;
    await turnsBy(page, () => page.keyboard.press('PageDown'));
  }
  throw new Error('no page has Chinese text');
};

/** Returns whether a passage is on the page: a block that began on the page before has only its end here. */
const isOnPage = (page: Page, passage: string): Promise<boolean> =>
  pointOfText(page, passage).then(
    () => true,
    (error: Error) => {
      if (!error.message.endsWith('is not on the screen')) throw error;
      return false;
    },
  );

/** Selects a random passage on the page. Returns its text. */
const selectPassage = async ({ browser, random }: Replica): Promise<string> => {
  const page = browser.page();
  const lines = await linesOnPage(page);
  while (lines.length > 0) {
    const [line = ''] = lines.splice(random(lines.length), 1);
    const passage = line.slice(0, 3 + random(4));
    if (!(await isOnPage(page, passage))) continue;
    await selectText(page, passage);
    return passage;
  }
  throw new Error('no line begins on this page');
};

const highlight = async (replica: Replica): Promise<void> => {
  const quote = await selectPassage(replica);
  // The color that a passage has already would change nothing.
  const used = new Set([...replica.stored.values()].filter(({ target }) => target.quote.exact === quote).map(({ color }) => color));
  const unused = COLORS.filter(([color]) => !used.has(color));
  const [chosen, name] = unused[replica.random(unused.length)] ?? [];
  if (chosen === undefined) throw new Error(`all colors are used for ${quote}`);
  await replica.browser.page().getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name }).click();
  // The passage of a note gets the color, and stays a note.
  await untilStored(replica, ({ color, target, deletedAt }) => target.quote.exact === quote && deletedAt === undefined && color === chosen);
};

const writeNote = async (replica: Replica): Promise<void> => {
  const page = replica.browser.page();
  const body = `${replica.name}写的第 ${replica.edits} 条`;
  await selectPassage(replica);
  await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
  await field(page).fill(body);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await untilStored(replica, (annotation) => annotation.body === body);
  // The note is stored before its field has closed. Until then the field has the focus, and a letter is text, not a command.
  await field(page).waitFor({ state: 'detached' });
};

const toggleBookmark = async (replica: Replica): Promise<void> => {
  await replica.browser.page().keyboard.press('b');
  await untilStored(replica, ({ kind }) => kind === 'bookmark');
};

const positionOf = async (page: Page): Promise<string> => JSON.stringify((await recordsOf(page)).get(`progress ${bookId}`) ?? null);

const turnPage = async ({ browser }: Replica): Promise<void> => {
  const page = browser.page();
  const before = await positionOf(page);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (page.isClosed() ? undefined : positionOf(page)), { timeout: 60_000 }).not.toBe(before);
};

/** Returns the list item of a random note that still exists, of either device. */
const pickNote = async ({ browser, random, stored }: Replica) => {
  const page = browser.page();
  await page.goto(`${front.url}/user/myNotes`);
  const notes = [...stored.values()].filter(({ body, deletedAt }) => body !== '' && deletedAt === undefined);
  const note = notes[random(notes.length)];
  if (note === undefined) return undefined;
  const item = page.getByRole('listitem').filter({ has: page.getByText(note.body, { exact: true }) });
  await item.first().waitFor();
  return { note, item: item.first() };
};

const editNote = async (replica: Replica): Promise<void> => {
  const picked = await pickNote(replica);
  if (picked === undefined) return;
  const page = replica.browser.page();
  const body = `${replica.name}改成第 ${replica.edits} 条`;
  await picked.item.getByRole('button', { name: '编辑笔记' }).click();
  await field(page).fill(body);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await untilStored(replica, (annotation) => annotation.id === picked.note.id && annotation.body === body);
};

const deleteNote = async (replica: Replica): Promise<void> => {
  const picked = await pickNote(replica);
  if (picked === undefined) return;
  await picked.item.getByRole('button', { name: '删除' }).click();
  await untilStored(replica, (annotation) => annotation.id === picked.note.id && annotation.deletedAt !== undefined);
};

const inBook = [highlight, writeNote, turnPage, toggleBookmark];
const inList = [editNote, deleteNote];

const edit = async (replica: Replica, kinds: readonly ((by: Replica) => Promise<void>)[]): Promise<void> => {
  replica.edits += 1;
  await kinds[replica.random(kinds.length)]?.(replica);
};

const restart = async (replica: Replica): Promise<void> => {
  await replica.browser.start(CLOCKS_MS[replica.random(CLOCKS_MS.length)] ?? 0);
  await openBook(replica.browser.page(), front.url, bookId);
};

/** Kills the browser in the middle of an edit, and checks after a new start that everything stored before is still there. */
const killDuringEdit = async (replica: Replica): Promise<void> => {
  const { browser, random, stored, changed } = replica;
  // The edit is interrupted, and fails for that reason: some of its waits only after a minute.
  void Promise.allSettled([edit(replica, inBook)]);
  await new Promise((resolve) => setTimeout(resolve, random(KILL_WITHIN_MS)));
  await browser.kill();
  await restart(replica);
  const found = await annotationsOf(browser.page());
  for (const [id, annotation] of found) {
    if (JSON.stringify(annotation) === JSON.stringify(stored.get(id))) continue;
    // The interrupted edit was stored after its confirmation was last looked for.
    expect(changed.has(id) || !stored.has(id) || annotation.kind === 'bookmark', `${replica.name}: ${id} was changed`).toBe(true);
    stored.set(id, annotation);
    changed.add(id);
  }
  expect([...stored.keys()].filter((id) => !found.has(id))).toEqual([]);
};

const editOffline = async (replica: Replica): Promise<void> => {
  await restart(replica);
  await turnPage(replica);
  for (const kinds of [[highlight], [writeNote], inBook]) await edit(replica, kinds);
  await killDuringEdit(replica);
  for (const kinds of [inBook, inList, inList]) await edit(replica, kinds);
  await replica.browser.kill();
};

/** Starts the browser with a right clock and waits until its changes are sent. */
const synchronize = async ({ browser }: Replica): Promise<void> => {
  await browser.start(0);
  await browser.page().goto(`${front.url}/user/myNotes`);
  await browser.page().getByRole('heading', { level: 1 }).waitFor();
  await waitForChangesSent(browser.page());
};

const differences = (a: Records, b: Records): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [one, other] = [JSON.stringify(a.get(name)), JSON.stringify(b.get(name))];
    return one === other ? [] : [`${name}: ${one} / ${other}`];
  });

/** Returns the annotations that the replica has changed alone in this run, and that are not on the server as it stored them. */
const lostOf = ({ stored, changed }: Replica, other: Replica, found: Records): string[] =>
  [...changed]
    .filter((id) => !other.changed.has(id))
    .flatMap((id) => {
      const [mine, there] = [stored.get(id), found.get(`annotation ${id}`)];
      const isSame =
        there !== undefined &&
        there['body'] === mine?.body &&
        there['color'] === mine?.color &&
        there['kind'] === mine?.kind &&
        (there['deletedAt'] === undefined) === (mine?.deletedAt === undefined);
      return isSame ? [] : [`${JSON.stringify(mine)} / ${JSON.stringify(there)}`];
    });

beforeAll(async () => {
  let port = 0;
  front = await openChangingServer(() => port);
  product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  const response = (await (await fetch(`${front.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  const browsers = await Promise.all([openKillableBrowser(), openKillableBrowser(PHONE)]);
  replicas = ['甲', '乙'].flatMap((name, n) => {
    const browser = browsers[n];
    return browser === undefined
      ? []
      : [{ name, browser, random: randomFrom(SEED + n), stored: new Map(), changed: new Set<string>(), edits: 0 }];
  });
  for (const { browser } of replicas) {
    await browser.start(0);
    const page = browser.page();
    await openSignedIn({ ...product, url: front.url }, page, DEMO_READER.tel, DEMO_READER.password);
    await page.goto(`${front.url}/course/info/${bookId}`);
    await page.getByRole('button', { name: `离线下载《${TITLE}》` }).click();
    await page.getByRole('button', { name: '开始下载' }).click();
    await page.getByText(/已存在本机/).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await openBook(page, front.url, bookId);
    await page.goto(`${front.url}/user/myNotes`);
    await waitForChangesSent(page);
    await browser.kill();
  }
}, 480_000);

afterAll(async () => {
  for (const { browser } of replicas) await browser.remove();
  await product?.stop();
  await front?.close();
});

afterEach(async () => {
  // A run that failed has left its browsers running; another start would use their profiles at the same time.
  for (const { browser } of replicas) await browser.kill();
});

test.each(Array.from({ length: RUNS }, (_, n) => n + 1))(
  `offline edits of two devices with kills and wrong clocks are all there after synchronization, and both are equal (run %d, seed ${SEED})`,
  async () => {
    const [one, other] = replicas as readonly [Replica, Replica];
    for (const replica of replicas) replica.changed = new Set();
    front.setReachable(false);
    for (const replica of replicas) await editOffline(replica);
    front.setReachable(true);
    for (const replica of replicas) await synchronize(replica);
    const [page, otherPage] = [one.browser.page(), other.browser.page()];
    await expect
      .poll(
        async () => {
          const onServer = await serverRecords(page);
          return [...differences(await recordsOf(page), onServer), ...differences(await recordsOf(otherPage), onServer)];
        },
        { timeout: 60_000 },
      )
      .toEqual([]);
    const found = await serverRecords(page);
    expect(one.changed.size + other.changed.size).toBeGreaterThan(5);
    expect([...lostOf(one, other, found), ...lostOf(other, one, found)]).toEqual([]);
    for (const replica of replicas) {
      replica.stored.clear();
      for (const [id, annotation] of await annotationsOf(replica.browser.page())) replica.stored.set(id, annotation);
    }
  },
  480_000,
);
