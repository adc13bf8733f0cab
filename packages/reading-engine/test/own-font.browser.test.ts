/** Tests the reader's own font in Chromium: it is used, laid out again, replaced and removed, and nothing is loaded from the network. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedBook, textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { makeFont } from './make-font.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook(), fixed: fixedBook() };
let server: FixtureServer;
let browser: Browser;
beforeAll(async () => {
  server = await startFixtureServer(books);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const widthOfCharacter = async (reader: ReaderPage): Promise<number> => {
  await reader.rest();
  return (await reader.shownFrame()).evaluate(() => {
    const [paragraph] = document.querySelectorAll('p');
    const probe = document.createElement('span');
    probe.textContent = '一一一一';
    probe.style.display = 'inline-block';
    probe.style.whiteSpace = 'nowrap';
    probe.style.textIndent = '0';
    paragraph?.append(probe);
    const { width } = probe.getBoundingClientRect();
    const size = Number.parseFloat(getComputedStyle(probe).fontSize);
    probe.remove();
    return Math.round((width / size / 4) * 100) / 100;
  });
};

/** Sends a font to the engine, as the app does. */
const setFont = (reader: ReaderPage, file: Uint8Array | undefined): Promise<boolean> =>
  reader.page.evaluate(
    (bytes) =>
      (window as never as { reader: { setOwnFont(input: { bytes?: ArrayBuffer }): Promise<boolean> } }).reader.setOwnFont(
        bytes === undefined ? {} : { bytes: new Uint8Array(bytes).buffer },
      ),
    file && [...file],
  );

test('text is set in the font that the reader has added, from the next document on too, until it is removed', async () => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'), { fontFamily: 'own', ownFont: { id: '', name: '' } });
  const fallback = await widthOfCharacter(reader);
  expect(fallback).toBe(1);
  expect(await setFont(reader, makeFont({ name: '宽', characters: '一', width: 1.5 }))).toBe(true);
  expect(await widthOfCharacter(reader)).toBe(1.5);
  await reader.call('goTo', { href: 'text/ch3.xhtml' });
  expect(await widthOfCharacter(reader)).toBe(1.5);
  expect(await setFont(reader, makeFont({ name: '窄', characters: '一', width: 0.5 }))).toBe(true);
  expect(await widthOfCharacter(reader)).toBe(0.5);
  expect(await setFont(reader, undefined)).toBe(true);
  expect(await widthOfCharacter(reader)).toBe(1);
  expect(reader.foreignRequests).toEqual([]);
  await reader.close();
});

test('a file that the browser refuses is reported, and the text has the face that replaces it', async () => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'), { fontFamily: 'own', ownFont: { id: '', name: '' } });
  expect(await setFont(reader, makeFont({ name: '坏', characters: '一', width: 2, without: ['glyf', 'head'] }))).toBe(false);
  expect(await widthOfCharacter(reader)).toBe(1);
  expect(await reader.reports('error')).toEqual([]);
  await reader.close();
});

test('the first character on the screen stays there when the font arrives', async () => {
  const reader = await openReaderPage(browser, server, { width: 1024, height: 768 });
  await reader.open(books.text, server.baseUrl('text'), { fontFamily: 'own', ownFont: { id: '', name: '' } });
  await reader.call('goToProgression', 0.4);
  const { block } = (await reader.located()).locator.locations;
  await setFont(reader, makeFont({ name: '宽', characters: '的一是在不了有和人这中大为上个', width: 1.4 }));
  await reader.rest();
  expect((await reader.located()).locator.locations.block).toEqual(block);
  await reader.close();
});
