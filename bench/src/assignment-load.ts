/**
 * Measures a quiz that 1,000 students take at once, each with a session of their own, over HTTP: they start within 5 s, answer for a minute,
 * all within one second at its end, and hand in within 10 s. The load is made on the same cores as the server and PostgreSQL.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AUTHORIZATION_SCHEME,
  type InputOf,
  newId,
  OP_ID_HEADER,
  type Operation,
  type OutputOf,
  saveAnswers,
  startAttempt,
  submitAttempt,
} from '@shufang/contract';
import { startProduct } from '@shufang/dev-env';
import { assembleAccount } from '../../apps/server/src/app/assemble-account.ts';
import { openPlatform } from '../../apps/server/src/app/open-platform.ts';
import { openSession } from '../../apps/server/src/features/account/sessions.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { type Figure, milliseconds, percentile } from './figure.ts';
import { fillQuiz } from './grades/fill-class.ts';
import { QUESTION } from './grades/question.ts';
import { call } from './wire.ts';

const TEACHER = '13800000002';
const STUDENTS = 1_000;
const QUESTIONS = 20;
/** Every tenth student sends the start twice at once. */
const DOUBLE_EACH = 10;
const START_MS = 5_000;
const RESPOND_MS = 60_000;
const RESPOND_EVERY_MS = 10_000;
const PEAK_MS = 1_000;
const HAND_IN_MS = 10_000;

interface Student {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly deviceId: string;
  attemptId: string;
  seq: number;
}

/** The times of successful calls in ms, and the errors of the others. */
class Calls {
  readonly durations: number[] = [];
  readonly errors: string[] = [];

  async time<O extends Operation>(url: string, operation: O, input: InputOf<O>, student: Student): Promise<OutputOf<O> | undefined> {
    const began = performance.now();
    try {
      const output = await call(url, operation, input, { ...student.headers, [OP_ID_HEADER]: newId() });
      this.durations.push(performance.now() - began);
      return output;
    } catch (error) {
      this.errors.push(String(error));
      return undefined;
    }
  }
}

/** Runs an action for every student at a random moment within the time. Resolves when all are done. */
const within = async (students: readonly Student[], spanMs: number, action: (student: Student) => Promise<void>): Promise<void> => {
  await Promise.all(
    students.map(async (student) => {
      await sleep(randomInt(spanMs));
      await action(student);
    }),
  );
};

const figuresOf = (name: string, { durations, errors }: Calls, budgets: { p95: number; p99?: number }): Figure[] => {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(durations, share)) as [number, number, number];
  return [
    {
      name: `${name} (p50, p95, p99)`,
      value: [p50, p95, p99].map(milliseconds).join(', '),
      budget: `p95 ${milliseconds(budgets.p95)}${budgets.p99 === undefined ? '' : `, p99 ${milliseconds(budgets.p99)}`}`,
      ok: p95 <= budgets.p95 && p99 <= (budgets.p99 ?? Number.POSITIVE_INFINITY),
    },
    {
      name: `${name}: calls that failed, of ${durations.length + errors.length}`,
      value: String(errors.length),
      budget: '0',
      ok: errors.length === 0,
    },
  ];
};

export const measureExam = async (): Promise<Figure[]> => {
  const product = await startProduct({ environment: { MODE: 'demo' } });
  const config = readConfig({ MODE: 'demo', DATA_DIR: product.dataDir, PUBLIC_URL: product.url });
  const platform = await openPlatform(config, createLogger('silent'), { exclusive: false });
  try {
    const { db } = platform;
    const quiz = await fillQuiz(db, 'exam', TEACHER, { students: STUDENTS, question: QUESTION, questions: QUESTIONS });
    const account = assembleAccount(platform);
    const students: Student[] = [];
    for (const id of quiz.studentIds) {
      const device = { deviceCode: 'web', deviceId: undefined, userAgent: 'Chrome' } as const;
      const { credentials } = await db.transaction((tx) => openSession(account, tx, { id, nickname: id, avatar: '' }, device, false));
      const headers = {
        authorization: `${AUTHORIZATION_SCHEME} ${credentials.dpAuthToken}`,
        'x-device-code': 'web',
        'content-type': 'application/json',
      };
      students.push({ id, headers, deviceId: newId(), attemptId: '', seq: 0 });
    }
    await db.pool.query('analyze');

    const starts = new Calls();
    const start = (student: Student) => starts.time(product.url, startAttempt, { assignmentId: quiz.id }, student);
    await within(students, START_MS, async (student) => {
      const isDouble = students.indexOf(student) % DOUBLE_EACH === 0;
      const [attempt] = await Promise.all([start(student), ...(isDouble ? [start(student)] : [])]);
      student.attemptId = attempt?.id ?? '';
    });

    if (starts.durations.length === 0) throw new Error(`every start failed: ${starts.errors[0]}`);
    const respond = async (calls: Calls, student: Student): Promise<void> => {
      student.seq += 1;
      const response = { RESPONSE: [`O${1 + (student.seq % 2)}`] };
      const sent = [{ questionId: `q${1 + (student.seq % QUESTIONS)}`, seq: student.seq, response, clientAt: Date.now() }];
      await calls.time(product.url, saveAnswers, { attemptId: student.attemptId, deviceId: student.deviceId, answers: sent }, student);
    };
    const [steady, peak] = [new Calls(), new Calls()];
    for (let passed = 0; passed < RESPOND_MS; passed += RESPOND_EVERY_MS)
      await within(students, RESPOND_EVERY_MS, (student) => respond(steady, student));
    await within(students, PEAK_MS, (student) => respond(peak, student));

    const handIns = new Calls();
    await within(students, HAND_IN_MS, async ({ attemptId, deviceId, ...student }) => {
      await handIns.time(product.url, submitAttempt, { attemptId, deviceId, answers: [] }, { ...student, attemptId, deviceId });
    });

    const { rows } = await db.pool.query<{ attempts: number; scored: number; events: number }>(
      `select (select count(*) from attempt where assignment_id = $1)::int as attempts,
         (select count(*) from attempt where assignment_id = $1 and state = 'handedIn' and earned_milli is not null)::int as scored,
         (select count(*) from answer_event e join attempt t on t.id = e.attempt_id where t.assignment_id = $1)::int as events`,
      [quiz.id],
    );
    const { attempts = 0, scored = 0, events = 0 } = rows[0] ?? {};
    const acknowledged = steady.durations.length + peak.durations.length;
    const exactly = (name: string, value: number, expected: number): Figure => ({
      name,
      value: String(value),
      budget: String(expected),
      ok: value === expected,
    });
    return [
      ...figuresOf(`starts of ${STUDENTS} students in ${START_MS / 1_000} s`, starts, { p95: 400, p99: 1_000 }),
      exactly(`attempts of ${STUDENTS} students, a tenth of whom sent the start twice at once`, attempts, STUDENTS),
      ...figuresOf(`answers, each student one in ${RESPOND_EVERY_MS / 1_000} s`, steady, { p95: 40, p99: 150 }),
      ...figuresOf(`answers of all students in ${PEAK_MS / 1_000} s`, peak, { p95: 100 }),
      exactly('acknowledged answers that are stored', events, acknowledged),
      ...figuresOf(`hand-ins of all students in ${HAND_IN_MS / 1_000} s, until the receipt`, handIns, { p95: 500 }),
      exactly('attempts that are handed in and scored when the last receipt has arrived', scored, STUDENTS),
    ];
  } finally {
    await platform.close();
    await product.stop();
  }
};
