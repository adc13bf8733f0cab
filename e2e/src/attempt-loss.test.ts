/**
 * Nothing lost (goal N3): students answer while the server is killed twice, requests are cut, pages crash and sessions are replaced. Every
 * answer that was acknowledged must be stored. A tenth of the attempts in `npm test`, 200 with `FULL_LOAD=1`.
 */
import {
  type AnswerReceipt,
  type AttemptReceipt,
  type AttemptResult,
  getAttemptResult,
  LIMITS,
  listClasses,
  type OutputOf,
  type RunningAttempt,
  type SentAnswer,
  saveAnswers,
  startAttempt,
  submitAttempt,
  verifyReceipt,
} from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishAssignment } from './publish-assignment.ts';
import { type Caller, callerFor, DEMO_READER } from './users.ts';

const PASSWORD = DEMO_READER.password;
const TEACHER = { tel: '13800000002', password: PASSWORD };
/** Phone numbers of the demo's students. */
const studentTel = (student: number): string => `138000000${11 + student}`;

const ATTEMPTS = process.env['FULL_LOAD'] === '1' ? 200 : 20;
const STUDENTS = 20;
const QUESTIONS = 30;
/** Answers to each question of an attempt: 300 in an attempt, 60,000 in the full run. */
const REWRITES = 10;
const ANSWERS_PER_REQUEST = 10;
/** Every so many requests the client goes away before the response, and forgets what it had not stored. */
const CUT_EVERY = 7;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 240_000);
afterAll(() => product?.stop());

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The sentence of a session that was replaced: the client then sends the same again with its new session. */
const REPLACED = /请重新登录/;

/** Returns whether the client tries again: there was no network, or its session was replaced. Any other refusal ends the work. */
const isPassing = (error: unknown): boolean =>
  // `fetch` throws `TypeError` without a network; a response that is cut is no JSON.
  error instanceof TypeError || error instanceof SyntaxError || (error instanceof Error && REPLACED.test(error.message));

/** Runs a call until the server has responded, as the client does. */
const untilDone = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(100);
    }
  }
};

/** A device: what it has stored itself, and what the server has acknowledged. */
interface Device {
  readonly id: string;
  waiting: SentAnswer[];
  readonly acknowledged: Map<string, string>;
}

const keyOf = ({ questionId, seq }: Pick<SentAnswer, 'questionId' | 'seq'>): string => `${questionId}.${seq}`;

let requests = 0;

/** Sends one portion. Some requests are cut: the answers then stay on the device, and are sent again. */
const sendPortion = async (call: Caller, attemptId: string, device: Device): Promise<void> => {
  const answers = device.waiting.slice(0, ANSWERS_PER_REQUEST);
  requests += 1;
  const sending = untilDone(() => call(saveAnswers, { attemptId, deviceId: device.id, answers }));
  if (requests % CUT_EVERY === 0) {
    // The page crashes: the response is lost, and whatever only the page knew.
    await Promise.race([sending.catch(() => undefined), sleep(2)]);
    return;
  }
  const { receipts } = await sending;
  const done = new Set<string>();
  for (const receipt of receipts) {
    const answer = answers.find((each) => keyOf(each) === keyOf(receipt));
    if (receipt.status !== 'saved' || answer === undefined) throw new Error(`${keyOf(receipt)} is ${receipt.status}`);
    device.acknowledged.set(keyOf(receipt), JSON.stringify(answer.response));
    done.add(keyOf(receipt));
  }
  device.waiting = device.waiting.filter((each) => !done.has(keyOf(each)));
};

interface Finished {
  readonly attemptId: string;
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly receipt: AttemptReceipt;
}

/** Takes one attempt: writes each answer ten times and sends them while things break, then hands in. */
const takeAttempt = async (call: Caller, assignmentId: string, no: number): Promise<Finished> => {
  const { id: attemptId }: RunningAttempt = await untilDone(() => call(startAttempt, { assignmentId }));
  const device: Device = { id: `device${String(no).padStart(4, '0')}`, waiting: [], acknowledged: new Map() };
  for (let seq = 1; seq <= REWRITES; seq += 1) {
    for (let question = 1; question <= QUESTIONS; question += 1) {
      const response = { RESPONSE: [(question + seq) % 2 === 0 ? 'O1' : 'O2'] };
      device.waiting.push({ questionId: `q${question}`, seq, response, clientAt: 1_800_000_000_000 + seq });
    }
    while (device.waiting.length > 0) await sendPortion(call, attemptId, device);
  }
  const { receipt }: { receipts: AnswerReceipt[]; receipt: AttemptReceipt } = await untilDone(() =>
    call(submitAttempt, { attemptId, deviceId: device.id, answers: [] }),
  );
  return { attemptId, acknowledged: device.acknowledged, receipt };
};

test(`of ${ATTEMPTS} attempts under kills, cuts, crashes and replaced sessions no acknowledged answer is lost`, async () => {
  const teacher = await callerFor(product, TEACHER);
  const { taught }: OutputOf<typeof listClasses> = await teacher(listClasses, {});
  const assignmentId = await publishAssignment(teacher, taught[0]?.id ?? '', { questions: QUESTIONS, attempts: null });
  const sessions: Caller[] = [];
  for (let n = 0; n < STUDENTS; n += 1) sessions.push(await callerFor(product, { tel: studentTel(n), password: PASSWORD }));
  /** Calls with the newest session of a student. */
  const callerOf =
    (student: number): Caller =>
    (operation, input) =>
      (sessions[student] as Caller)(operation, input);

  const finished: Finished[] = [];
  const isDone = { value: false };
  const work = Promise.all(
    sessions.map(async (_, student) => {
      for (let no = student; no < ATTEMPTS; no += STUDENTS) finished.push(await takeAttempt(callerOf(student), assignmentId, no));
    }),
  ).finally(() => {
    isDone.value = true;
  });
  // Three students sign in again, which replaces the sessions that they answer with.
  for (let student = 0; student < 3; student += 1)
    sessions[student] = await callerFor(product, { tel: studentTel(student), password: PASSWORD });
  // The server is killed twice while requests are open.
  for (let kill = 0; kill < 2; kill += 1) {
    const from = requests;
    await expect.poll(() => requests > from + ATTEMPTS || isDone.value, { timeout: 60_000 }).toBe(true);
    product.process.kill('SIGKILL');
    const { dataDir, port } = product;
    product = { ...(await startProduct({ dataDir, port })), dataDir };
  }
  await work;

  expect(finished).toHaveLength(ATTEMPTS);
  let checked = 0;
  for (const { attemptId, acknowledged, receipt } of finished) {
    expect(receipt.events).toBe(QUESTIONS * REWRITES);
    expect(acknowledged.size).toBe(QUESTIONS * REWRITES);
    checked += acknowledged.size;
    const verified: OutputOf<typeof verifyReceipt> = await teacher(verifyReceipt, { code: receipt.code });
    expect(verified.isIntact).toBe(true);
    const { questions }: AttemptResult = await teacher(getAttemptResult, { attemptId });
    for (const { id, response } of questions) expect(JSON.stringify(response)).toBe(acknowledged.get(`${id}.${REWRITES}`));
  }
  expect(checked).toBe(ATTEMPTS * QUESTIONS * REWRITES);
  expect(LIMITS.answersPerRequestMax).toBeGreaterThanOrEqual(ANSWERS_PER_REQUEST);
}, 900_000);
