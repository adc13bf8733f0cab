import { describe, expect, it } from 'vitest';
import { packPages } from './shared-page.ts';

const described = (...input: Parameters<typeof packPages>) =>
  packPages(...input).map((page) => page.map(({ at, column, offset }) => `${at}:${column}:${offset}`).join(' '));

describe('the pages of short poems', () => {
  it.each([
    ['two poems are below each other', [300, 300], 800, 1, ['0:0:0 1:0:350']],
    ['a poem that does not fit is on the next page', [500, 500], 800, 1, ['0:0:0', '1:0:0']],
    ['a poem that does not fit is in the second column', [500, 500, 200], 800, 2, ['0:0:0 1:1:0 2:1:550']],
    ['a full page is followed by another', [700, 700, 700, 700], 800, 2, ['0:0:0 1:1:0', '2:0:0 3:1:0']],
    ['a document of its own is alone', [300, undefined, 300, 300], 800, 2, ['0:0:0', '1:0:0', '2:0:0 3:0:350']],
    ['exactly the space is enough', [375, 375], 800, 1, ['0:0:0 1:0:425']],
    ['one pixel more is not', [375, 376], 800, 1, ['0:0:0', '1:0:0']],
  ])('%s', (_, sizes, space, columns, pages) => {
    expect(described(sizes, space, columns, 50)).toEqual(pages);
  });
});
