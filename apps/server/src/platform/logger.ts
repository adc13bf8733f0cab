/** Structured logs, one JSON object a line, with phones masked and secrets removed before anything is written (security.md §3). */
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

const PHONE_IN_TEXT = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
const TOKEN_IN_TEXT = /dp-token\s+[\w+/=.-]+/g;
/**
 * Pattern of paths with secrets. The last part of a download link is derived from the login token, or is the token itself, which may
 * contain slashes; content tickets and download tickets open books and files.
 */
const SECRET_PATH = /(\/createDownLoadUrl(?:\/|%2f))[^\s?"]+|(\/(?:~|%7e)[cfo]\/)[^/\s?"]+/gi;
/** Pattern of URLs whose query contains WeChat's authorization code, because WeChat redirects to them. */
const SECRET_QUERY = /(\/lesson\/connect\/dispatch\?)[^\s"]+/g;
/** Parameter values of a failed query, which Drizzle adds to the error message. */
const QUERY_VALUES = /\nparams: [\s\S]*$/;
/** Error properties that are logged; others may contain user data (as `detail` of PostgreSQL does). */
const ERROR_FACTS = ['syscall', 'address', 'port', 'constraint', 'table'] as const;
const MAX_CAUSES = 5;

/** Returns the text with phone numbers masked and secrets removed. */
export const redactText = (text: string): string =>
  text
    .replaceAll(PHONE_IN_TEXT, '$1****$2')
    .replaceAll(TOKEN_IN_TEXT, 'dp-token [已隐去]')
    .replaceAll(SECRET_QUERY, '$1[已隐去]')
    .replaceAll(SECRET_PATH, (_, download: string | undefined, content: string | undefined) => `${download ?? content ?? ''}[已隐去]`);

/** Code of an error that may be logged (ECONNREFUSED, an SQLSTATE); any other `code` may be an SMS code. */
class ErrorCode {
  readonly #code: unknown;
  constructor(code: unknown) {
    this.#code = code;
  }
  toJSON(): unknown {
    return this.#code;
  }
}

const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return error;
  const message = error.message.replace(QUERY_VALUES, '');
  const facts = error as unknown as Record<string, unknown>;
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...(facts['code'] === undefined ? {} : { code: new ErrorCode(facts['code']) }),
    ...Object.fromEntries(ERROR_FACTS.filter((key) => facts[key] !== undefined).map((key) => [key, facts[key]])),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
};

const SECRET_KEYS = [
  'password',
  'authorization',
  'token',
  'access_token',
  'refresh_token',
  'dpAuthToken',
  'loginTHQS',
  'code',
  'smsCode',
  'captchaTxt',
  'pw',
  'nonce',
  'cookie',
  'ticket',
];

const censor = (value: unknown): unknown => (value instanceof ErrorCode ? value : '[已隐去]');

/** Longest time for which a line waits in memory. A process that is killed (SIGKILL) loses the lines of this time. */
const FLUSH_MS = 50;
const BUFFER_BYTES = 8_192;

/**
 * Returns a destination that writes lines to standard output in batches: one write for each line would take a third of the processor time
 * of a small request. All lines are written when the process ends by itself.
 */
const bufferedOutput = (): DestinationStream => {
  const output = pino.destination({ fd: 1, sync: false, minLength: BUFFER_BYTES });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    output.flush();
  };
  return {
    write: (line) => {
      output.write(line);
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
};

/** Creates the process's logger; `destination`: for tests, default standard output. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const sink = destination ?? bufferedOutput();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error) },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor },
      hooks: { streamWrite: redactText },
    },
    sink,
  );
};

/** Creates the logger of a command. It writes to standard error, because standard output is for the results of the command. */
export const createCommandLogger = (): Logger => createLogger('warn', process.stderr);
