/** Tests of anchoring the annotations of all readers after a release, with real imports. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Annotation, type AnnotationTarget, newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SQL, sql } from '../../../platform/sql.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { aHlc, aPut } from '../../sync/testing/sync-fixture.ts';
import { reanchorBook } from './reanchor-book.ts';
import { listReanchorRequests } from './reanchor-store.ts';

const xueEr = '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？';
const xiaoTi = '其为人也孝弟，而好犯上者，鲜矣；不好犯上，而好作乱者，未之有也。';
const weiZheng = '为政以德，譬如北辰，居其所而众星共之。诗三百，一言以蔽之，曰思无邪。';
const first: [string, ...string[]][] = [
  ['学而第一', xueEr, xiaoTi],
  ['为政第二', weiZheng],
];

let shop: TestServer;
let readers: TestUser[];
let bookId: string;
let versionId: string;
let blocks: { id: string; text: string; href: string }[];

/** Imports a version of the book in which the files have other names. */
const release = async (chapters: [string, ...string[]][], bookOf?: string): Promise<string> => {
  const ofFiles = Object.fromEntries(
    chapters.map(([title, ...paragraphs], index) => [
      `OEBPS/part${index}.xhtml`,
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1>${paragraphs
        .map((text) => `<p>${text}</p>`)
        .join('')}</body></html>`,
    ]),
  );
  const items = chapters.map((_, at) => `<item id="p${at}" href="part${at}.xhtml" media-type="application/xhtml+xml"/>`).join('');
  const spine = chapters.map((_, at) => `<itemref idref="p${at}"/>`).join('');
  return bookOf === undefined
    ? shop.book({ chapters })
    : shop.book({ chapters: [['封面']], files: ofFiles, manifest: items, spine }, { bookId: bookOf });
};

const readBlocks = async (): Promise<void> => {
  const { rows } = await shop.platform.db.pool.query<{
    id: string;
    version_id: string;
    text: string;
    href: string;
    offsets: [string, number][];
  }>(
    `select p.version_id, p.text, p.href, p.block_offsets as offsets from search_passage p join book b on b.current_version_id = p.version_id
     where b.id = $1 order by p.position`,
    [bookId],
  );
  versionId = rows[0]?.version_id ?? '';
  blocks = rows.flatMap(({ text, href, offsets }) =>
    offsets.map(([id, from], at) => ({ id, href, text: text.slice(from, (offsets[at + 1]?.[1] ?? text.length + 1) - 1) })),
  );
};

/** Returns the target of a quote, as the reading engine describes it. */
const targetOf = (exact: string): AnnotationTarget => {
  const block = blocks.find(({ text }) => text.includes(exact));
  if (block === undefined) throw new Error(`no block with ${exact}`);
  const document = blocks.filter(({ href }) => href === block.href);
  const text = document.map((each) => each.text).join('\n');
  const offset = block.text.indexOf(exact);
  const start = document.slice(0, document.indexOf(block)).reduce((sum, each) => sum + each.text.length + 1, 0) + offset;
  return {
    href: block.href,
    blocks: { start: { blockId: block.id, offset }, end: { blockId: block.id, offset: offset + exact.length } },
    quote: {
      exact,
      prefix: text.slice(Math.max(0, start - 32), start),
      suffix: text.slice(start + exact.length, start + exact.length + 32),
    },
    position: { start, end: start + exact.length },
    cfi: 'epubcfi(/6/4!/4/4,/1:0,/1:4)',
  };
};

const highlight = async (reader: TestUser, exact: string): Promise<string> => {
  const id = newId();
  const fields = {
    bookId,
    versionId,
    kind: 'highlight',
    color: 'yellow',
    highlightStyle: 'solid',
    body: '要背',
    tags: [],
    target: targetOf(exact),
    anchor: 'exact',
    chapterTitle: '学而第一',
    totalProgression: 0.1,
  };
  const ops = [aPut({ entityId: id, hlc: aHlc(Date.now()), fields })];
  const { payload } = await shop.call<{ results: { status: string }[] }>('/api/sync/push', {
    as: reader,
    body: { deviceId: 'devicea', ops },
  });
  expect(payload?.results).toMatchObject([{ status: 'applied' }]);
  return id;
};

interface Pulled {
  readonly changes: readonly { readonly entityId: string; readonly seq: number; readonly record: Annotation }[];
}
const pull = async (reader: TestUser, since = 0): Promise<Pulled['changes']> =>
  (await shop.call<Pulled>(`/api/sync/pull?since=${since}&limit=500`, { as: reader })).payload?.changes ?? [];
const noteOf = async (reader: TestUser, id: string): Promise<Annotation> => {
  const found = (await pull(reader)).find(({ entityId }) => entityId === id);
  if (found === undefined) throw new Error(`no annotation ${id}`);
  return found.record;
};

/** Returns the books whose job can be sent now, or after some time. */
const requested = async (afterMs = 0): Promise<string[]> => listReanchorRequests(shop.platform.db.orm, Date.now() + afterMs, 10);
const reanchor = async (): Promise<void> => reanchorBook(shop.platform, bookId, new AbortController().signal);

beforeAll(async () => {
  shop = await openTestServer();
  readers = [await shop.user('13911129001'), await shop.user('13911129002'), await shop.user('13911129003')];
});
afterAll(() => shop?.close());
beforeEach(async () => {
  // Every test has its own book: a file that was imported before would be the same book.
  bookId = await release([...first, [`附录 ${newId()}`]]);
  await readBlocks();
});

const [reader, friend, third] = [() => readers[0] as TestUser, () => readers[1] as TestUser, () => readers[2] as TestUser];

describe('after a release', () => {
  it('notes of all readers are in the new version although every file was renamed, and their devices receive the new positions', async () => {
    const [mine, theirs] = [await highlight(reader(), '有朋自远方来'), await highlight(friend(), '众星共之')];
    const seq = Math.max(...(await pull(reader())).map((change) => change.seq));
    const before = await noteOf(reader(), mine);
    await release(
      [
        ['学而第一', `子曰：${xueEr}`, xiaoTi],
        ['为政第二', weiZheng],
      ],
      bookId,
    );
    expect(await requested()).toContain(bookId);
    await reanchor();
    await readBlocks();

    const [change] = await pull(reader(), seq);
    expect(change).toMatchObject({
      entityId: mine,
      record: { versionId, anchor: 'moved', body: '要背', updatedAt: before.updatedAt, chapterTitle: '学而第一' },
    });
    expect(change?.record.target).toEqual({ ...targetOf('有朋自远方来'), cfi: '' });
    expect(await noteOf(friend(), theirs)).toMatchObject({ versionId, anchor: 'exact', target: { href: targetOf('众星共之').href } });
    expect(await requested()).not.toContain(bookId);
  });

  it('a note keeps its original quote when its text changed, and is an orphan with the quote when it was deleted', async () => {
    const [changed, deleted] = [await highlight(reader(), '其为人也孝弟'), await highlight(reader(), '诗三百，一言以蔽之')];
    await release(
      [
        ['学而第一', xueEr, xiaoTi.replace('孝弟', '孝悌')],
        ['为政第二', weiZheng.replace('诗三百，一言以蔽之，', '')],
      ],
      bookId,
    );
    await reanchor();
    expect(await noteOf(reader(), changed)).toMatchObject({
      anchor: 'fuzzy',
      target: { quote: { exact: '其为人也孝弟', current: '其为人也孝悌' } },
    });
    const orphan = await noteOf(reader(), deleted);
    expect(orphan).toMatchObject({ anchor: 'orphan', body: '要背', target: { quote: { exact: '诗三百，一言以蔽之' } } });

    // In the next version the sentence is back.
    await release(
      [
        ['学而第一', xueEr, xiaoTi.replace('孝弟', '孝悌')],
        ['为政第二', `${weiZheng}又：`],
      ],
      bookId,
    );
    await reanchor();
    expect(await noteOf(reader(), deleted)).toMatchObject({ anchor: 'exact' });
    expect(await noteOf(reader(), changed)).toMatchObject({ anchor: 'fuzzy', target: { quote: { current: '其为人也孝悌' } } });
  });

  it('notes that a device describes in an older version are anchored after they arrive', async () => {
    const old = targetOf('有朋自远方来');
    const oldVersion = versionId;
    await release(
      [
        ['学而第一', `子曰：${xueEr}`, xiaoTi],
        ['为政第二', weiZheng],
      ],
      bookId,
    );
    await reanchor();
    const id = newId();
    const fields = {
      bookId,
      versionId: oldVersion,
      kind: 'highlight',
      color: 'yellow',
      highlightStyle: 'solid',
      body: '',
      tags: [],
      target: old,
      anchor: 'exact',
      chapterTitle: '',
      totalProgression: 0,
    };
    await shop.call('/api/sync/push', {
      as: third(),
      body: { deviceId: 'devicea', ops: [aPut({ entityId: id, hlc: aHlc(Date.now()), fields })] },
    });
    expect(await requested()).toContain(bookId);
    await reanchor();
    await readBlocks();
    expect(await noteOf(third(), id)).toMatchObject({
      versionId,
      anchor: 'moved',
      target: { position: targetOf('有朋自远方来').position },
    });
  });

  it('notes and progress that name a version of another book are rejected', async () => {
    const target = targetOf('有朋自远方来');
    const otherBook = await release([...first, ['附录', newId()]]);
    const note = { bookId: otherBook, versionId, kind: 'highlight', color: 'yellow', target };
    const progress = { versionId, locator: { href: target.href, locations: {} } };
    const ops = [
      aPut({ entityId: newId(), hlc: aHlc(Date.now()), fields: note }),
      aPut({ entityId: newId(), hlc: aHlc(Date.now()), fields: { ...note, bookId } }),
      aPut({ entity: 'progress', entityId: otherBook, hlc: aHlc(Date.now()), fields: progress }),
      aPut({ entity: 'progress', entityId: bookId, hlc: aHlc(Date.now()), fields: progress }),
    ];
    const { payload } = await shop.call<{ results: object[] }>('/api/sync/push', { as: third(), body: { deviceId: 'devicea', ops } });
    const [foreign, applied] = [{ code: 'annotation.targetOutsideBook' }, { status: 'applied' }];
    expect(payload?.results).toMatchObject([foreign, applied, foreign, applied]);
  });

  it('a note that a device moves to a passage of an older version is anchored after the change arrives', async () => {
    const id = await highlight(friend(), '有朋自远方来');
    const fields = { versionId, target: targetOf('众星共之'), anchor: 'exact', chapterTitle: '为政第二', totalProgression: 0.9 };
    await release(
      [
        ['学而第一', `子曰：${xueEr}`, xiaoTi],
        ['为政第二', weiZheng],
      ],
      bookId,
    );
    await reanchor();
    const ops = [{ id: newId(), entity: 'annotation', entityId: id, kind: 'put', hlc: aHlc(Date.now() + 1_000), fields }];
    await shop.call('/api/sync/push', { as: friend(), body: { deviceId: 'devicea', ops } });
    expect(await requested()).toContain(bookId);
    await reanchor();
    await readBlocks();
    expect(await noteOf(friend(), id)).toMatchObject({ versionId, target: { href: targetOf('众星共之').href } });
  });

  it('a deleted note of an older version is anchored when it is restored, and one of the current version need not be', async () => {
    const id = await highlight(third(), '有朋自远方来');
    let at = Date.now();
    const change = async (fields: { deletedAt: number | null }): Promise<void> => {
      at += 1_000;
      const ops = [{ id: newId(), entity: 'annotation', entityId: id, kind: 'put', hlc: aHlc(at), fields }];
      await shop.call('/api/sync/push', { as: third(), body: { deviceId: 'devicea', ops } });
    };
    await change({ deletedAt: at });
    await change({ deletedAt: null });
    expect(await requested()).not.toContain(bookId);
    await shop.platform.db.pool.query(`update annotation set version_id = 'earlier' where id = $1`, [id]);
    await change({ deletedAt: at });
    await change({ deletedAt: null });
    expect(await requested()).toContain(bookId);
  });

  it('a release during the job ends it without a change, and the next job uses the new version', async () => {
    const id = await highlight(friend(), '有朋自远方来');
    const second: typeof first = [
      ['学而第一', `子曰：${xueEr}`, xiaoTi],
      ['为政第二', weiZheng],
    ];
    await release(second, bookId);
    const before = await noteOf(friend(), id);
    const { db } = shop.platform;
    let isReleased = false;
    const orm = new Proxy(db.orm, {
      get: (target, name) =>
        name === 'execute'
          ? async (query: SQL) => {
              if (!isReleased && JSON.stringify(query.queryChunks).includes('search_passage')) {
                isReleased = true;
                await release([...second, ['八佾第三', '孔子谓季氏：八佾舞于庭，是可忍也，孰不可忍也？']], bookId);
              }
              return target.execute(query);
            }
          : Reflect.get(target, name),
    });
    await reanchorBook({ ...shop.platform, db: { ...db, orm } }, bookId, new AbortController().signal);
    expect(isReleased).toBe(true);
    expect(await noteOf(friend(), id)).toEqual(before);
    expect(await requested()).toContain(bookId);
    await reanchor();
    await readBlocks();
    expect(await noteOf(friend(), id)).toMatchObject({ versionId, anchor: 'moved' });
  });

  it('a job that fails is sent again after a minute, then after two', async () => {
    await highlight(reader(), '有朋自远方来');
    await release([...first, ['八佾第三', '孔子谓季氏：八佾舞于庭，是可忍也，孰不可忍也？']], bookId);
    expect(await requested()).toContain(bookId);
    const fail = async (): Promise<void> => {
      await expect(reanchorBook(shop.platform, bookId, AbortSignal.abort(new Error('failed')))).rejects.toThrow('failed');
    };
    await fail();
    expect(await requested()).not.toContain(bookId);
    expect(await requested(60_000)).toContain(bookId);
    await fail();
    expect(await requested(60_000)).not.toContain(bookId);
    expect(await requested(120_000)).toContain(bookId);
    await reanchor();
    expect(await requested(3_600_000)).not.toContain(bookId);
  });

  it('nothing is changed when the job runs again', async () => {
    await highlight(reader(), '有朋自远方来');
    await release(
      [
        ['学而第一', `子曰：${xueEr}`, xiaoTi],
        ['为政第二', weiZheng],
      ],
      bookId,
    );
    await reanchor();
    const once = await pull(reader());
    await reanchor();
    expect(await pull(reader())).toEqual(once);
  });

  it('an edit of a device after the job is merged with the new position', async () => {
    const id = await highlight(reader(), '有朋自远方来');
    await release(
      [
        ['学而第一', `子曰：${xueEr}`, xiaoTi],
        ['为政第二', weiZheng],
      ],
      bookId,
    );
    await reanchor();
    const ops = [
      { id: newId(), entity: 'annotation', entityId: id, kind: 'put', hlc: aHlc(Date.now() + 1_000), fields: { color: 'green' } },
    ];
    await shop.call('/api/sync/push', { as: reader(), body: { deviceId: 'devicea', ops } });
    await readBlocks();
    expect(await noteOf(reader(), id)).toMatchObject({ color: 'green', versionId, anchor: 'moved' });
  });
});

describe('a book with many notes', () => {
  it('is done by the next run when the process is killed, in transactions of at most fifty notes of one user', {
    timeout: 120_000,
  }, async () => {
    const id = await highlight(reader(), '有朋自远方来');
    // Copies of the note, for three readers.
    for (const [at, { id: userId }] of readers.entries()) {
      await shop.platform.db.orm.execute(sql`insert into sync_head (user_id) values (${userId}) on conflict do nothing`);
      await shop.platform.db.orm.execute(sql`
        insert into annotation select (json_populate_record(null::annotation, (to_jsonb(a) || jsonb_build_object('user_id', ${userId}::text,
          'id', left(a.id, 20) || ${String(at)}::text || lpad(n::text, 5, '0')))::json)).*
        from annotation a, generate_series(1, 700) n where a.id = ${id}`);
    }
    await release(
      [
        ['学而第一', `子曰：${xueEr}`, xiaoTi],
        ['为政第二', weiZheng],
      ],
      bookId,
    );
    await readBlocks();
    const remaining = async (): Promise<number> => {
      const { rows } = await shop.platform.db.pool.query(
        'select count(*)::int as n from annotation where book_id = $1 and version_id <> $2',
        [bookId, versionId],
      );
      return rows[0].n;
    };
    expect(await remaining()).toBe(2_101);

    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../testing/reanchor-and-print.ts'), shop.platform.config.databaseUrl ?? '', bookId],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('sync:')) continue;
      child.kill('SIGKILL');
      break;
    }
    await new Promise((resolve) => child.once('exit', resolve));
    const left = await remaining();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2_101);
    expect(await requested(60_000)).toContain(bookId);

    await reanchor();
    expect(await remaining()).toBe(0);
    // The change of a push waits for one transaction of the job at most, which is short.
    const { rows: transactions } = await shop.platform.db.pool.query(
      `select count(*)::int as notes, count(distinct user_id)::int as users from annotation where book_id = $1 group by xmin::text`,
      [bookId],
    );
    expect(Math.max(...transactions.map(({ notes }) => notes))).toBe(50);
    expect(transactions.map(({ users }) => users)).toEqual(transactions.map(() => 1));
    // Each change has one sequence number, so that no device receives it twice or misses it.
    const { rows } = await shop.platform.db.pool.query(
      `select user_id, count(*)::int as changes, count(distinct seq)::int as numbers, max(seq)::int as head from sync_change
       where entity = 'annotation' and entity_id in (select id from annotation where book_id = $1) group by user_id order by user_id`,
      [bookId],
    );
    expect(rows.map(({ changes, numbers }) => [changes, numbers])).toEqual(
      readers.map(({ id: userId }) => (userId === reader().id ? [701, 701] : [700, 700])),
    );
  });
});
