/** The answers that came inside the page (contract, `first-answers.ts`): each is used once, by who begins without a session. */
import { FIRST_ANSWERS_ID, firstAnswerKey } from '@shufang/contract';

/** Later it is asked again: the page may have lain in a tab nobody looked at. On a slow network the code comes late, and the screen stays. */
const FRESH_MS = 120_000;

interface Brought {
  readonly answers: Map<string, unknown>;
  /** By the clock of the page. */
  readonly freshUntilMs: number;
  /** Nobody else can be asked. */
  readonly isAll: boolean;
}

let brought: Brought | undefined;

const read = (): Brought => {
  const text = document.getElementById(FIRST_ANSWERS_ID)?.textContent;
  return {
    answers: new Map(text ? Object.entries(JSON.parse(text) as Record<string, unknown>) : []),
    freshUntilMs: FRESH_MS,
    isAll: false,
  };
};

/** Where there is no page: in the server, which makes one screen after the other. */
export const bringFirstAnswers = (answers: Readonly<Record<string, unknown>>): void => {
  brought = { answers: new Map(Object.entries(answers)), freshUntilMs: Number.POSITIVE_INFINITY, isAll: true };
};

/** Whether the page brought answers that can still be used. */
export const hasFirstAnswers = (): boolean => {
  brought ??= read();
  return brought.answers.size > 0 && performance.now() < brought.freshUntilMs;
};

/** The body of the answer to a GET call of a stranger, if the page brought it. */
export const takeFirstAnswer = (address: string): unknown => {
  brought ??= read();
  const key = firstAnswerKey(address);
  const answer = performance.now() < brought.freshUntilMs ? brought.answers.get(key) : undefined;
  if (answer === undefined && brought.isAll) throw new Error(`no answer was brought for ${key}`);
  brought.answers.delete(key);
  return answer;
};
