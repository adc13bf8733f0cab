import { fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { cpus } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makeEpub, makeTemporaryFolder, makeZip } from '../testing/make-epub.ts';
import { type ConversionResult, LARGE_FILE, SMALL_FILE } from './conversion-model.ts';
import { argumentsFor, CONVERSION_LIMITS, type ConversionLimits, runConversion, WORKER } from './run-conversion.ts';

const { folder, file, remove } = makeTemporaryFolder();
afterAll(remove);

let runs = 0;
const run = (epub: Uint8Array, limits: Partial<ConversionLimits> = {}, signal = new AbortController().signal) => {
  const runFolder = path.join(folder, `run-${++runs}`);
  mkdirSync(runFolder);
  const input = { sourcePath: file(`${runs}.epub`, epub), fileName: 'a.epub', folder: runFolder, previousBlocks: [], nextBlockNumber: 1 };
  const ignore = () => undefined;
  return runConversion(input, { progress: ignore, rows: ignore, converted: ignore, documentFailed: ignore }, signal, {
    ...CONVERSION_LIMITS,
    ...limits,
  });
};

const ONE_PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

const longBook = makeEpub({ chapters: [['长章', ...Array.from({ length: 20_000 }, (_, line) => `第${line}段，山川异域，风月同天。`)]] });

describe('a large book', () => {
  test('of 1,500 documents and 24,000 formulas is converted within the limits while other processes occupy every core', async () => {
    const formula = (n: number): string =>
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mn>${n}</mn></mrow><msup><mi>b</mi><mn>2</mn></msup></mfrac></mrow><annotation encoding="application/x-tex">x=\\frac{a+${n}}{b^2}</annotation></semantics></math>`;
    const chapters = Array.from({ length: 1_500 }, (_, chapter): [string, string] => [
      `第${chapter + 1}节`,
      Array.from({ length: 16 }, (__, n) => `由${formula(chapter * 16 + n)}可知，`).join(''),
    ]);
    const busy = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      const { result } = await run(makeEpub({ chapters }));
      expect(result.manifest.readingOrder.filter(({ href }) => /^OEBPS\/c\d+\.xhtml$/.test(href))).toHaveLength(1_500);
      expect(result.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    } finally {
      for (const child of busy) child.kill('SIGKILL');
    }
  }, 600_000);
});

describe('a file of another format', () => {
  test.each([
    ['PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3'), '导出 EPUB 3'],
    [
      'DOCX',
      makeZip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'word/document.xml', content: '<w:document/>' },
      ]),
      'Pandoc',
    ],
    ['Markdown', Buffer.from('# 第一章\n\n学而时习之，不亦说乎？\n'), 'pandoc 书稿.md'],
  ])('%s is refused with what can be done instead', async (_format, bytes, advice) => {
    await expect(run(bytes)).rejects.toMatchObject({ code: 'file.wrongType', message: expect.stringContaining(advice) as string });
  });
});

describe('limits of a conversion', () => {
  test('stops a conversion that works too long', async () => {
    await expect(run(longBook, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'ImportRefusal', code: 'import.timeout' });
  });
  test('stops a conversion that takes too long with waiting', async () => {
    await expect(run(longBook, { waitMs: 20 })).rejects.toMatchObject({ name: 'ImportRefusal', code: 'import.timeout' });
  });
  // Skipped on other systems, because only Linux reports the memory of a process in /proc.
  test.runIf(process.platform === 'linux')('stops a conversion that uses too much memory', async () => {
    await expect(run(longBook, { memoryBytes: 64 * 1_048_576 })).rejects.toMatchObject({ name: 'ImportRefusal', code: 'import.memory' });
  });
  test('stops a conversion when the signal is aborted', async () => {
    const abortController = new AbortController();
    const running = run(longBook, {}, abortController.signal);
    abortController.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
  });
  test('refuses a chapter that is too large to convert, before it is converted', async () => {
    const cells = Array.from({ length: 340_000 }, (_, n) => `<i>${((n * 2_654_435_761) >>> 0).toString(36)}</i>`).join('');
    await expect(run(makeEpub({ chapters: [['表', cells]] }))).rejects.toMatchObject({
      name: 'ImportRefusal',
      code: 'document.tooLarge',
      path: 'OEBPS/c1.xhtml',
    });
  });
  test('includes the earlier findings in a refusal', async () => {
    const epub = makeEpub({ files: { mimetype: 'x', 'OEBPS/c1.xhtml': undefined, 'OEBPS/c2.xhtml': undefined } });
    await expect(run(epub)).rejects.toMatchObject({
      code: 'package.noChapters',
      findings: expect.arrayContaining([expect.objectContaining({ code: 'mimetype.wrong' })]),
    });
  });
});

/** Returns the stored bytes of a resource, whose object must have the hash that names it. */
const storedBytesOf = (result: ConversionResult, href: string): Buffer => {
  const resource = result.resources.find((each) => each.href === href);
  const object = result.objects.find(({ sha256 }) => sha256 === resource?.sha256);
  if (resource === undefined || object === undefined) throw new Error(`no ${href}`);
  const file = readFileSync(path.join(folder, `run-${runs}`, object.file));
  const bytes = file.subarray(object.offset, object.offset + object.bytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(object.sha256);
  return resource.part === undefined ? bytes : bytes.subarray(resource.part.start, resource.part.start + resource.part.bytes);
};

test('the conversion packs each image and document once, and only those that the book shows', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><script>alert(1)</script><rect width="5" height="5"/></svg>';
  const { result } = await run(
    makeEpub({
      chapters: [['图', '<img src="a.svg" alt="甲"/><img src="b.svg" alt="乙"/>']],
      manifest: '<item id="a" href="a.svg" media-type="image/svg+xml"/><item id="b" href="b.svg" media-type="image/svg+xml"/>',
      files: { 'OEBPS/a.svg': svg, 'OEBPS/b.svg': svg, 'OEBPS/unused.svg': svg },
    }),
  );
  expect(result.resources).toMatchObject([
    { href: 'OEBPS/c1.xhtml' },
    { href: 'OEBPS/a.svg', mediaType: 'image/svg+xml', width: 10, height: 20, usedBy: [0] },
    { href: 'OEBPS/b.svg' },
  ]);
  expect(result.objects).toMatchObject([{ file: SMALL_FILE }]);
  const [page, first, second] = result.resources;
  expect(second?.part).toEqual(first?.part);
  expect(result.objects[0]?.bytes).toBe((page?.part?.bytes ?? 0) + (first?.part?.bytes ?? 0));
});

test('the conversion packs small contents into one object; large ones and the cover are objects of their own', async () => {
  const noise = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 2_654_435_761) >>> 24));
  const picture = (size: number): Buffer => Buffer.concat([ONE_PIXEL, noise.subarray(0, size)]);
  const { result } = await run(
    makeEpub({
      chapters: [['图', '<img src="small.png" alt="甲"/><img src="large.png" alt="乙"/>']],
      manifest: `<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>
        <item id="small" href="small.png" media-type="image/png"/><item id="large" href="large.png" media-type="image/png"/>`,
      files: {
        'OEBPS/small.png': picture(1_000),
        'OEBPS/large.png': picture(150_000),
        'OEBPS/cover.png': ONE_PIXEL,
        'OEBPS/empty.css': '',
      },
    }),
  );
  for (const [href, bytes] of [
    ['OEBPS/small.png', picture(1_000)],
    ['OEBPS/large.png', picture(150_000)],
    ['OEBPS/cover.png', ONE_PIXEL],
  ] as const)
    expect([href, storedBytesOf(result, href).equals(bytes)]).toEqual([href, true]);
  expect(storedBytesOf(result, 'OEBPS/c1.xhtml').toString()).toContain('乙');
  const fileOf = (sha256: string | undefined) => result.objects.find((object) => object.sha256 === sha256)?.file;
  const objectOf = (href: string) => result.resources.find((resource) => resource.href === href)?.sha256;
  expect(['OEBPS/small.png', 'OEBPS/c1.xhtml', 'OEBPS/large.png'].map(objectOf).map(fileOf)).toEqual([SMALL_FILE, SMALL_FILE, LARGE_FILE]);
  expect(fileOf(result.cover?.sha256)).toBe(LARGE_FILE);
  expect(result.objects).toHaveLength(3);
});

test('the conversion packs texts compressed, except short ones, and states their sizes without compression', async () => {
  const long = '学而时习之，不亦说乎？'.repeat(400);
  const { result } = await run(
    makeEpub({
      chapters: [
        ['长', long],
        ['短', '不知而不愠'],
      ],
    }),
  );
  const textOf = ({ href, encoding }: ConversionResult['resources'][number]): string => {
    const stored = storedBytesOf(result, href);
    return (encoding === 'gzip' ? gunzipSync(stored) : stored).toString();
  };
  const [first, second] = result.resources;
  if (first === undefined || second === undefined) throw new Error('no chapters');
  expect([first.encoding, second.encoding]).toEqual(['gzip', undefined]);
  expect(textOf(first)).toContain(long);
  expect([first.bytes, second.bytes]).toEqual([Buffer.byteLength(textOf(first)), Buffer.byteLength(textOf(second))]);
  expect(result.objects[0]?.bytes).toBeLessThan(first.bytes / 4);
});

test('the conversion process has no network access from before it receives a book', async () => {
  const probe = path.join(import.meta.dirname, '../testing/try-network.ts');
  const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const { port } = server.address() as net.AddressInfo;
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const child = fork(WORKER, [], {
    execArgv: [`--import=${probe}`, ...argumentsFor({ sourcePath: file('none.epub', Buffer.of()), folder })],
    env: { PATH: process.env['PATH'], TRIED_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  try {
    const { tried } = await new Promise<{ tried: Record<string, string> }>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error(errors)));
    });
    expect(Object.keys(tried).length).toBeGreaterThanOrEqual(17);
    for (const [way, outcome] of Object.entries(tried)) expect([way, outcome]).toEqual([way, expect.stringContaining('has no network')]);
    expect(connections).toBe(0);
  } finally {
    child.kill('SIGKILL');
    server.close();
  }
});
