import { describe, expect, it } from 'vitest';
import { homePreviewAddress, homePreviewOf } from './home-preview.ts';

const read = (address: string) => homePreviewOf(new URL(address, 'http://localhost').searchParams);

describe('the preview of the home page', () => {
  it('is the same after conversion to a URL and back', () => {
    const at = new Date(2026, 11, 1, 8, 30).getTime();
    expect(homePreviewAddress({ at, drafts: false })).toBe('/?preview=2026-12-01T08:30&drafts=no');
    expect(read(homePreviewAddress({ at, drafts: false }))).toEqual({ at, drafts: false });
    expect(read(homePreviewAddress({ drafts: true }))).toEqual({ drafts: true });
  });

  it('is off by default, and uses the current time for an invalid one', () => {
    expect(read('/')).toBeUndefined();
    expect(read('/?preview=2026-99-99T99:99')).toEqual({ drafts: true });
    expect(read('/?preview=tomorrow')).toEqual({ drafts: true });
  });
});
