import { describe, expect, it } from 'vitest';
import { createBoundedQueue, createPasswordHasher } from './password-hasher.ts';
import { outcomeOf } from './testing/account-fixture.ts';

describe('the password hasher', () => {
  it('keeps argon2id with 19 MiB, two passes, one lane and a salt of its own', async () => {
    const hasher = createPasswordHasher();
    const [first, second] = [await hasher.hash('书房的门'), await hasher.hash('书房的门')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify(first, '书房的门')).toBe(true);
    expect(await hasher.verify(first, '书房的窗')).toBe(false);
  });

  it('treats one text in two spellings of Unicode as one password', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(await hasher.hash('café-书房'), 'cafe\u0301-书房')).toBe(true);
  });

  it('never says yes without a hash, whatever is offered', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
  });
});

describe('the queue before it', () => {
  it('runs so many at a time, lets so many wait and refuses the rest', async () => {
    const inTurn = createBoundedQueue(2, 3);
    const finish: (() => void)[] = [];
    let running = 0;
    let mostRunning = 0;
    const works = Array.from({ length: 7 }, () =>
      outcomeOf(
        inTurn(async () => {
          running += 1;
          mostRunning = Math.max(mostRunning, running);
          await new Promise<void>((resolve) => {
            finish.push(resolve);
          });
          running -= 1;
        }),
      ),
    );
    expect(await Promise.all(works.slice(5))).toEqual(['unavailable', 'unavailable']);
    for (let done = 0; done < 5; done++) {
      await expect.poll(() => finish.length).toBeGreaterThan(done);
      finish[done]?.();
    }
    expect(await Promise.all(works.slice(0, 5))).toEqual(['success', 'success', 'success', 'success', 'success']);
    expect(mostRunning).toBe(2);
  });

  it('gives its place on when a work fails', async () => {
    const inTurn = createBoundedQueue(1, 1);
    const failing = inTurn(async () => {
      throw new Error('failed on purpose');
    });
    await expect(failing).rejects.toThrow('failed on purpose');
    expect(await inTurn(async () => 'next')).toBe('next');
  });
});
