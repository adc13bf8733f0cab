/** Night paper, in Chromium. */
import { defaultReadingPreferences } from '@shufang/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage } from './reader-page.ts';

const books = { text: textbook() };
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

it('colors of the publisher become light on dark, drawings are inverted, photographs dimmed, and day paper shows all as before', async () => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'));
  const frame = await reader.shownFrame();
  await frame.evaluate(() => {
    const [first, second] = document.querySelectorAll<HTMLElement>('p');
    first?.style.setProperty('color', '#1a3a6b');
    first?.style.setProperty('background', '#eef2f8');
    const add = (name: string, background: string) => {
      const canvas = document.createElement('canvas');
      canvas.width = 200;
      canvas.height = 100;
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = background;
        context.fillRect(0, 0, 200, 100);
      }
      const image = new Image();
      image.src = canvas.toDataURL();
      image.id = name;
      second?.after(image);
    };
    add('drawing', '#ffffff');
    add('photograph', '#5b7f4a');
  });
  const look = () =>
    frame.evaluate(() => {
      const styleOf = (selector: string) => {
        const { color, backgroundColor, filter } = getComputedStyle(document.querySelector(selector) ?? document.body);
        return { color, backgroundColor, filter };
      };
      return { ground: styleOf('html'), first: styleOf('p'), drawing: styleOf('#drawing'), photograph: styleOf('#photograph') };
    });
  const day = await look();
  await reader.call('applyPreferences', { ...defaultReadingPreferences, paper: 'night' });
  await expect.poll(async () => (await look()).drawing.filter).toBe('invert(0.86) hue-rotate(180deg)');
  const night = await look();
  expect(night.photograph.filter).toBe('brightness(0.8)');
  expect([night.ground.color, night.ground.backgroundColor]).toEqual(['rgb(211, 205, 193)', 'rgb(28, 27, 25)']);
  expect([night.first.color, night.first.backgroundColor]).not.toEqual([day.first.color, day.first.backgroundColor]);
  const [, red = 0, blue = 0] = /rgb\((\d+), \d+, (\d+)\)/.exec(night.first.color)?.map(Number) ?? [];
  expect([red > 120, blue > red]).toEqual([true, true]);
  await reader.call('applyPreferences', defaultReadingPreferences);
  expect(await look()).toEqual(day);
  await reader.close();
});
