/** The answers that came inside the page (contract, `first-answers.ts`): each is used once, by who begins without a session. */
import { FIRST_ANSWERS_ID, firstAnswerKey } from '@shufang/contract';

/** Later it is asked again: the page may have lain in a tab nobody looked at. */
const FRESH_MS = 30_000;

let answers: Map<string, unknown> | undefined;

const read = (): Map<string, unknown> => {
  const text = document.getElementById(FIRST_ANSWERS_ID)?.textContent;
  return new Map(text ? Object.entries(JSON.parse(text) as Record<string, unknown>) : []);
};

/** The body of the answer to a GET call of a stranger, if the page brought it. */
export const takeFirstAnswer = (address: string): unknown => {
  answers ??= read();
  const key = firstAnswerKey(address);
  const answer = performance.now() < FRESH_MS ? answers.get(key) : undefined;
  answers.delete(key);
  return answer;
};
