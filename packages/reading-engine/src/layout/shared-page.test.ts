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
    ['poems that fit only with a shorter distance have it', [375, 385], 800, 1, ['0:0:0 1:0:415']],
    ['three poems that just do not fit have equal distances', [262, 186, 268], 800, 1, ['0:0:0 1:0:304 2:0:532']],
    ['exactly the space is enough', [385, 385], 800, 1, ['0:0:0 1:0:415']],
    ['one pixel more is not', [385, 386], 800, 1, ['0:0:0', '1:0:0']],
  ])('%s', (_, sizes, space, columns, pages) => {
    expect(described(sizes, space, columns, { wanted: 50, shortest: 30 })).toEqual(pages);
  });
});
