import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

describe('the password hasher', () => {
  it('stores argon2id with 19 MiB, two passes, a parallelism of one and its own salt', async () => {
    const hasher = createPasswordHasher();
    const [first, second] = [await hasher.hash('书房的门'), await hasher.hash('书房的门')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify(first, '书房的门')).toBe(true);
    expect(await hasher.verify(first, '书房的窗')).toBe(false);
  });

  it('treats a text in two Unicode normal forms as one password', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(await hasher.hash('café-书房'), 'cafe\u0301-书房')).toBe(true);
  });

  it('never accepts a password when there is no hash', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
  });
});
