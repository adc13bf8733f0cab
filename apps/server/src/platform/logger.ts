/** Structured logs, one JSON object a line, with phones masked and secrets removed before anything is written (security.md §3). */
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

const PHONE_IN_TEXT = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
const TOKEN_IN_TEXT = /dp-token\s+[\w+/=.-]+/g;
/**
 * The end of the download-link call is a proof derived from the token, or the token itself, which may hold slashes; content and download
 * tickets open books and files.
 */
const SECRET_PATH = /(\/createDownLoadUrl(?:\/|%2f))[^\s?"]+|(\/(?:~|%7e)[cf]\/)[^/\s?"]+/gi;
/** What WeChat brings back stands in the address of the page it brings people to. */
const SECRET_QUERY = /(\/lesson\/connect\/dispatch\?)[^\s"]+/g;
/** What Drizzle adds to the message of a failed query: every value that went into it. */
const QUERY_VALUES = /\nparams: [\s\S]*$/;
/** What an operator looks for in an error; anything else an error carries may hold a reader's data (`detail` of PostgreSQL does). */
const ERROR_FACTS = ['syscall', 'address', 'port', 'constraint', 'table'] as const;
const MAX_CAUSES = 5;

/** Text as it may stand in a log. */
export const redactText = (text: string): string =>
  text
    .replaceAll(PHONE_IN_TEXT, '$1****$2')
    .replaceAll(TOKEN_IN_TEXT, 'dp-token [已隐去]')
    .replaceAll(SECRET_QUERY, '$1[已隐去]')
    .replaceAll(SECRET_PATH, (_, download: string | undefined, content: string | undefined) => `${download ?? content ?? ''}[已隐去]`);

/** The code of an error (ECONNREFUSED, an SQLSTATE) is no secret; every other `code` may be one that was sent to a phone. */
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

/** Creates the process's logger; `destination` is standard output unless a test listens. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const sink = destination ?? pino.destination({ fd: 1, sync: false });
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

/** The logger of a command: standard output is for what the command answers. */
export const createCommandLogger = (): Logger => createLogger('warn', process.stderr);
