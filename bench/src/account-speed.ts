/**
 * Measures the account calls: whether the response time reveals that a phone number has an account, how long signing in takes, and whether
 * reading waits while many users sign in at once.
 */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import {
  getAuthRole,
  getCaptcha,
  getRsaPublicKey,
  getUserInfo,
  type LoginResult,
  listCourses,
  type Operation,
  sendResetCode,
  sendSmsCode,
  signInWithPassword,
  signInWithSmsCode,
} from '@shufang/contract';
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import { type Figure, median, milliseconds, percentile, spread } from './figure.ts';
import { call } from './wire.ts';

const ROUNDS = 60;
const WARM_UP = 6;
const GAP_BUDGET_MS = 5;
const PARALLEL_SIGN_INS = 200;
const READERS = 2;
const READS_BUDGET_MS = 500;
const SMS_SIGN_INS = 40;
const SMS_BUDGET_MS = 300;
const MINUTE_MS = 60_000;

const PASSWORD = 'Shufang-2026';
/** Phone numbers of the demo accounts (design.md §7). */
const KNOWN = Array.from({ length: 6 }, (_, n) => `1380000000${n + 1}`);
const known = (n: number): string => KNOWN[n % KNOWN.length] ?? '';
let unknowns = 0;
const unknown = (): string => {
  unknowns += 1;
  return `1399${String(unknowns).padStart(7, '0')}`;
};

let callers = 0;
/**
 * Returns headers with a different client IP for each call, so that no rate limit of an IP is reached. The server trusts the header from a
 * local proxy.
 */
const fromSomewhere = (): Record<string, string> => {
  callers += 1;
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  return { 'x-device-code': 'web', 'content-type': 'application/json', 'x-forwarded-for': address };
};

/** Calls an operation and returns the time until the complete response, and the code of the response. */
const timed = async (url: string, operation: Operation, input: object): Promise<{ ms: number; code: string }> => {
  const [headers, body] = [fromSomewhere(), JSON.stringify(input)];
  const began = performance.now();
  const response = await fetch(url + operation.path, { method: 'POST', headers, body });
  const { code } = (await response.json()) as { code: string };
  return { ms: performance.now() - began, code };
};

const advance = async ({ url }: Product, advanceMs: number): Promise<void> => {
  const response = await fetch(`${url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });
  if (!response.ok) throw new Error(`the clock was not set: ${response.status}`);
};

interface Solved {
  readonly captchaKey: string;
  readonly captchaTxt: string;
}
const solvedCaptchas = async ({ url, dataDir }: Product, count: number): Promise<Solved[]> => {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) keys.push((await call(url, getCaptcha, {}, fromSomewhere())).key);
  const solutions = new Map((await readOutbox(dataDir, 'captcha')).map((entry) => [entry['key'], entry['answer']]));
  return keys.map((captchaKey) => ({ captchaKey, captchaTxt: String(solutions.get(captchaKey)) }));
};

const sealed = async (url: string, password: string): Promise<string> => {
  const { rsaKey, kid, nonce } = await call(url, getRsaPublicKey, {}, fromSomewhere());
  const options = { key: createPublicKey(rsaKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return `${kid}:${publicEncrypt(options, Buffer.from(JSON.stringify({ pw: password, n: nonce }))).toString('base64')}`;
};

/** Calls the operation for an existing and an unknown number, alternating which comes first. Throws when the response codes differ. */
const compare = async (
  name: string,
  ask: (tel: string) => Promise<{ ms: number; code: string }>,
  afterRound = async (_n: number) => {},
): Promise<Figure> => {
  const taken = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < ROUNDS; n++) {
    const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    const codes = new Set<string>();
    for (const kind of order) {
      const { ms, code } = await ask(kind === 'known' ? known(n) : unknown());
      codes.add(code);
      if (n >= WARM_UP) taken[kind].push(ms);
    }
    if (codes.size > 1) throw new Error(`${name} has different responses for known and unknown numbers: ${[...codes].join(', ')}`);
    await afterRound(n);
  }
  const [ours, others] = [median(taken.known), median(taken.unknown)];
  const gap = Math.abs(ours - others);
  return {
    name: `${name}: gap of the medians`,
    value: milliseconds(gap),
    baseline: `known ${milliseconds(ours)}, unknown ${milliseconds(others)}`,
    budget: milliseconds(GAP_BUDGET_MS),
    ok: gap <= GAP_BUDGET_MS,
  };
};

const comparePasswords = async (product: Product): Promise<Figure> => {
  const captchas = await solvedCaptchas(product, ROUNDS * 2);
  return compare('sign-in with a wrong password', async (tel) => {
    const password = await sealed(product.url, 'not the password');
    return timed(product.url, signInWithPassword, { tel, password, ...captchas.pop() });
  });
};

const compareResets = (product: Product): Promise<Figure> =>
  compare(
    'code for a new password',
    (tel) => timed(product.url, sendResetCode, { tel, type: 'resetPassword' }),
    async (n) => {
      // The test clock is advanced, because a phone number can receive only one SMS per minute and five per hour.
      if (n % KNOWN.length === KNOWN.length - 1) await advance(product, 13 * MINUTE_MS);
    },
  );

const compareSmsSignIns = (product: Product): Promise<Figure> =>
  compare('sign-in with a wrong SMS code', (tel) => timed(product.url, signInWithSmsCode, { tel, code: '000000' }));

const measureSmsSignIn = async (product: Product): Promise<Figure> => {
  const { url } = product;
  const taken: number[] = [];
  const captchas = await solvedCaptchas(product, SMS_SIGN_INS);
  for (const captcha of captchas) {
    const tel = unknown();
    await call(url, sendSmsCode, { tel, type: 'login', ...captcha }, fromSomewhere());
    const code = String((await readOutbox(product.dataDir, 'sms')).findLast((entry) => entry['tel'] === tel)?.['code']);
    const headers = fromSomewhere();
    const began = performance.now();
    const login: LoginResult = await call(url, signInWithSmsCode, { tel, code }, headers);
    const signedIn = { ...headers, authorization: `dp-token ${login.dpAuthToken}` };
    await call(url, getAuthRole, {}, signedIn);
    await call(url, getUserInfo, {}, signedIn);
    taken.push(performance.now() - began);
  }
  const p95 = percentile(taken, 0.95);
  return {
    name: 'sign-in by SMS code with role and own page, a new number each (p50, p95)',
    value: spread(taken),
    budget: `p95 ${milliseconds(SMS_BUDGET_MS)}`,
    ok: p95 <= SMS_BUDGET_MS,
  };
};

/** Lists the books again and again as long as `going` returns true, and returns the duration of each call in milliseconds. */
const read = async (url: string, going: () => boolean): Promise<number[]> => {
  const taken: number[] = [];
  const reader = async (): Promise<void> => {
    do {
      const began = performance.now();
      await call(url, listCourses, {}, fromSomewhere());
      taken.push(performance.now() - began);
    } while (going());
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return taken;
};

const measureParallelSignIns = async (product: Product): Promise<Figure[]> => {
  const { url } = product;
  const inputs: object[] = [];
  for (const captcha of await solvedCaptchas(product, PARALLEL_SIGN_INS))
    inputs.push({ tel: known(inputs.length), password: await sealed(url, PASSWORD), ...captcha });
  let left = 200;
  const quiet = await read(url, () => left-- > 0);
  let done = false;
  const began = performance.now();
  const signIns = Promise.all(inputs.map((input) => timed(url, signInWithPassword, input))).finally(() => {
    done = true;
  });
  const reads = await read(url, () => !done);
  const solutions = await signIns;
  const batchMs = performance.now() - began;
  const succeeded = solutions.filter(({ code }) => code === 'success').length;
  const p99 = percentile(reads, 0.99);
  return [
    {
      name: `${PARALLEL_SIGN_INS} password sign-ins at once: all of them (${succeeded} succeeded)`,
      value: milliseconds(batchMs),
      ok: succeeded === PARALLEL_SIGN_INS,
    },
    {
      name: 'reads meanwhile (p50, p99)',
      value: `${milliseconds(median(reads))}, ${milliseconds(p99)}`,
      baseline: `${milliseconds(median(quiet))}, ${milliseconds(percentile(quiet, 0.99))}: before`,
      ratio: p99 / percentile(quiet, 0.99),
      budget: `p99 ${milliseconds(READS_BUDGET_MS)}`,
      ok: p99 <= READS_BUDGET_MS,
    },
  ];
};

export const measureAccount = async (): Promise<Figure[]> => {
  const product = await startProduct({ environment: { TEST_CLOCK: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  try {
    return [
      await comparePasswords(product),
      await compareResets(product),
      await compareSmsSignIns(product),
      await measureSmsSignIn(product),
      ...(await measureParallelSignIns(product)),
    ];
  } finally {
    await product.stop();
  }
};
