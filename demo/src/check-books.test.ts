/** Builds every book of the demo library and checks it by EPUBCheck's rules and some of our own. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBookSource } from './book-source.ts';
import { writeEpub } from './write-epub.ts';

const booksFolder = path.join(import.meta.dirname, '..', 'books');
const slugs = readdirSync(booksFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const attributesNamed = (name: string, markup: string): string[] =>
  [...markup.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].flatMap((match) => match[1] ?? []);

it('has a book to check', () => {
  expect(slugs).not.toEqual([]);
});

describe.each(slugs)('the demo book %s', (slug) => {
  let epub: Uint8Array;
  let files: Record<string, Uint8Array>;
  /** Texts of all documents and of the navigation, by path inside the EPUB container. */
  let documents: Map<string, string>;

  beforeAll(async () => {
    const folder = path.join(booksFolder, slug);
    epub = await writeEpub(folder, await readBookSource(folder));
    files = unzipSync(epub);
    documents = new Map(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.xhtml'))
        .map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
  });

  it('has no error and no warning of EPUBCheck', async () => {
    const { messages } = await EpubCheck.validate(epub);
    const problems = messages.filter(({ severity }) => severity === 'fatal' || severity === 'error' || severity === 'warning');
    expect(problems.map(({ id, message, location }) => `${id} ${location?.path ?? ''}:${location?.line ?? ''} ${message}`)).toEqual([]);
  });

  it('leads every internal link and reference to something that is there', () => {
    const broken: string[] = [];
    for (const [name, markup] of documents) {
      for (const address of ['href', 'src', 'poster'].flatMap((attribute) => attributesNamed(attribute, markup))) {
        if (/^[a-z]+:/i.test(address)) continue;
        const [file = '', fragment] = address.split('#');
        const target = file === '' ? name : path.posix.join(path.posix.dirname(name), decodeURI(file));
        const isThere = fragment === undefined ? target in files : attributesNamed('id', documents.get(target) ?? '').includes(fragment);
        if (!isThere) broken.push(`${name} → ${address}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('describes every picture in words', () => {
    const silent: string[] = [];
    for (const [name, markup] of documents) {
      for (const [image] of markup.matchAll(/<img\b[^>]*>/g)) {
        if ((attributesNamed('alt', image)[0] ?? '').trim() === '') silent.push(`${name}: ${image}`);
      }
    }
    expect(silent).toEqual([]);
  });

  it('names every page of the printed book once', () => {
    const labels: string[] = [];
    const ids: string[] = [];
    for (const [name, markup] of documents) {
      for (const [mark] of markup.matchAll(/<span[^>]*epub:type="pagebreak"[^>]*>/g)) {
        labels.push(...attributesNamed('aria-label', mark));
        ids.push(...attributesNamed('id', mark).map((id) => `${name}#${id}`));
      }
    }
    expect(new Set(labels).size).toBe(labels.length);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
