import { describe, expect, it } from 'vitest';
import { startAgainIfStuck } from './start-again.ts';

describe('startAgainIfStuck', () => {
  it('returns the result of a second call when the first one never ends', async () => {
    let calls = 0;
    const make = (): Promise<number> => {
      calls += 1;
      return calls === 1 ? new Promise(() => undefined) : Promise.resolve(calls);
    };
    expect(await startAgainIfStuck(make, 1)).toBe(2);
  });

  it('calls once when the first call ends in time, also with an error', async () => {
    let calls = 0;
    const failing = async (): Promise<never> => {
      calls += 1;
      throw new Error('no picture');
    };
    await expect(startAgainIfStuck(failing)).rejects.toThrow('no picture');
    expect(calls).toBe(1);
  });
});
