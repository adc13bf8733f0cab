/** Tables of the schema `public` as JSON lines and back, whatever they are: read by cursor, written in batches, bounded memory. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';

/** What a dump counts and hashes: the lines with their line ends. */
export interface RowsDigest {
  rows: number;
  sha256: string;
}

const FETCH_ROWS = 200;
const BATCH_CHARS = 1_000_000;
const BATCH_ROWS = 1_000;

export const quoteName = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

/** Ordinary tables of the schema `public`, by name. */
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
  // A line break in JSON is always white space between tokens (only a column of type json can hold one).
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

/** Writes all rows of `table` to a packed file, as the client's transaction sees them. */
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
  await pipeline(Readable.from(text()), createGzip({ level: 6 }), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return { rows, sha256: hash.digest('hex') };
};

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  const lines = createInterface({ input: source.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    yield* lines;
  } finally {
    lines.close();
    source.destroy();
  }
}

/** Reads a dump again to count and hash it. Rejects when the file is missing or cannot be unpacked. */
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

/** Columns that take a value; those PostgreSQL computes itself are left to it. */
const writableColumns = async (client: pg.ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum",
    [quoteName(table)],
  );
  return rows.map((row) => pg.escapeIdentifier(row.name));
};

/** Inserts the rows of a dump; answers how many. */
export const loadTable = async (client: pg.ClientBase, table: string, file: string): Promise<number> => {
  const columns = (await writableColumns(client, table)).join(', ');
  const insert = `insert into ${quoteName(table)} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${quoteName(table)}, $1::json)`;
  let batch: string[] = [];
  let chars = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    rows += (await client.query(insert, [`[${batch.join(',')}]`])).rowCount ?? 0;
    batch = [];
    chars = 0;
  };
  for await (const line of readLines(file)) {
    batch.push(line);
    chars += line.length;
    if (chars >= BATCH_CHARS || batch.length >= BATCH_ROWS) await flush();
  }
  await flush();
  return rows;
};

export const countRows = async (client: pg.ClientBase, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from ${quoteName(table)}`);
  return rows[0]?.count ?? 0;
};
