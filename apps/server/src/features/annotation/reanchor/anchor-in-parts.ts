/** Anchors the annotations of a batch although some of them may exceed a limit of the isolated process. */
import { CodedError } from '@shufang/contract';

/** Anchors notes in one run of the isolated process, with or without the earlier text. Throws `request.invalid` if it exceeds a limit. */
type Run<Note, Result> = (notes: readonly Note[], withPrevious: boolean) => Promise<readonly Result[]>;

/**
 * Returns the results of the notes, in order. A run that exceeds a limit is repeated with each half of its notes, and with a single note
 * without the earlier text; the result of a note that exceeds a limit even then is undefined.
 */
export const anchorInParts = async <Note, Result>(
  notes: readonly Note[],
  run: Run<Note, Result>,
  withPrevious = true,
): Promise<readonly (Result | undefined)[]> => {
  try {
    return await run(notes, withPrevious);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'request.invalid') throw error;
    if (notes.length === 1) return withPrevious ? anchorInParts(notes, run, false) : [undefined];
    const middle = Math.ceil(notes.length / 2);
    return [...(await anchorInParts(notes.slice(0, middle), run)), ...(await anchorInParts(notes.slice(middle), run))];
  }
};
