/** Dumps tables of the schema `public` as JSON lines and loads them: read by cursor, written in batches, with bounded memory. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';

/** Number of rows and hash of a dump; the hash covers the lines with their line ends. */
export interface RowsDigest {
  rows: number;
  sha256: string;
}

const FETCH_ROWS = 200;
const BATCH_CHARS = 1_000_000;
const BATCH_ROWS = 1_000;

export const quoteName = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

/** Returns the ordinary tables of the schema `public`, in the order of their names. */
export const listTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname",
  );
  return rows.map((row) => row.name);
};

const primaryKeyOf = async (client: pg.ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
    [quoteName(table)],
  );
  return rows.map((row) => pg.escapeIdentifier(row.name));
};

async function* fetchLines(client: pg.ClientBase, table: string): AsyncGenerator<string[]> {
  const key = await primaryKeyOf(client, table);
  const order = key.length === 0 ? '' : `order by ${key.join(', ')}`;
  // Line breaks in JSON are replaced by spaces: they are always white space between tokens, and only columns of type json can contain them.
  await client.query(
    `declare backup_rows no scroll cursor for select replace(row_to_json(t)::text, E'\\n', ' ') as line from ${quoteName(table)} t ${order}`,
  );
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from backup_rows`);
      if (rows.length === 0) return;
      yield rows.map((row) => row.line);
    }
  } finally {
    await client.query('close backup_rows');
  }
}

/** Writes all rows of `table` to a compressed file, as the client's transaction sees them. */
export const dumpTable = async (client: pg.ClientBase, table: string, file: string): Promise<RowsDigest> => {
  const hash = createHash('sha256');
  let rows = 0;
  const text = async function* (): AsyncGenerator<Buffer> {
    for await (const lines of fetchLines(client, table)) {
      const chunk = Buffer.from(`${lines.join('\n')}\n`);
      hash.update(chunk);
      rows += lines.length;
      yield chunk;
    }
  };
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return { rows, sha256: hash.digest('hex') };
};

/**
 * Yields lines without their ends. Only `\n` ends a line: `node:readline` also splits at U+2028, U+2029 and `\r`, which a row may contain.
 */
async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let line = '';
  for await (const text of texts) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        yield line;
        line = '';
      }
      line += part;
    }
  }
}

/** Reads a dump to count and hash it. Rejects if the file is missing or cannot be decompressed. */
export const digestDump = async (file: string): Promise<RowsDigest> => {
  const hash = createHash('sha256');
  let rows = 0;
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
    }
  });
  return { rows, sha256: hash.digest('hex') };
};

/** Returns the columns into which rows can be inserted; PostgreSQL fills generated columns itself. */
const writableColumns = async (client: pg.ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum",
    [quoteName(table)],
  );
  return rows.map((row) => pg.escapeIdentifier(row.name));
};

/** Inserts the rows of a dump. Rejects if the file is missing or cannot be decompressed. */
export const loadTable = async (client: pg.ClientBase, table: string, file: string): Promise<void> => {
  const columns = (await writableColumns(client, table)).join(', ');
  const insert = `insert into ${quoteName(table)} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${quoteName(table)}, $1::json)`;
  let batch: string[] = [];
  let chars = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    await client.query(insert, [`[${batch.join(',')}]`]);
    batch = [];
    chars = 0;
  };
  await pipeline(createReadStream(file), createGunzip().setEncoding('utf8'), async (texts: AsyncIterable<string>) => {
    for await (const line of splitLines(texts)) {
      batch.push(line);
      chars += line.length;
      if (chars >= BATCH_CHARS || batch.length >= BATCH_ROWS) await flush();
    }
  });
  await flush();
};

export const countRows = async (client: pg.ClientBase, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from ${quoteName(table)}`);
  return rows[0]?.count ?? 0;
};
