import { CodedError } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { anchorInParts } from './anchor-in-parts.ts';

const notes = Array.from({ length: 100 }, (_, at) => at);
/** Returns a run that exceeds a limit if it has one of these notes: always, or with the earlier text only. */
const refusing =
  (always: readonly number[], withEarlierText: readonly number[] = []) =>
  async (part: readonly number[], withPrevious: boolean): Promise<string[]> => {
    const isRefused = part.some((note) => always.includes(note) || (withPrevious && withEarlierText.includes(note)));
    if (isRefused) throw new CodedError('request.invalid', { reason: '时间过长' });
    return part.map((note) => `${note}${withPrevious ? '' : ' alone'}`);
  };

describe('a batch of which a note exceeds a limit', () => {
  it('has the results of all other notes, in order', async () => {
    const expected = notes.map((note) => (note === 41 || note === 99 ? undefined : String(note)));
    expect(await anchorInParts(notes, refusing([41, 99]))).toEqual(expected);
  });

  it('has the result of a note that is anchored without the earlier text', async () => {
    const expected = notes.map((note) => (note === 7 ? '7 alone' : String(note)));
    expect(await anchorInParts(notes, refusing([], [7]))).toEqual(expected);
  });

  it('is not divided after another error', async () => {
    let runs = 0;
    const run = async (): Promise<string[]> => {
      runs += 1;
      throw new CodedError('request.tooMany');
    };
    await expect(anchorInParts(notes, run)).rejects.toThrow(CodedError);
    expect(runs).toBe(1);
  });
});
