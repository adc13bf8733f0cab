/**
 * Receives the reports that browsers send about violations of the content security policy. The first report of a source position in our
 * code is logged; user input is never part of it, and repeated reports are dropped.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { HTTP_LIMITS } from '../platform/http/limits.ts';
import { pathOf } from '../platform/http/logged-path.ts';
import { createMemoryRateLimiter } from '../platform/rate-limit.ts';

export const POLICY_REPORT_PATH = '/csp-report';

const MINUTE_MS = 60_000;

/** The fields of a report that are read: https://www.w3.org/TR/CSP3/#deprecated-serialize-violation. */
const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().max(200).catch(''),
    'source-file': z.string().max(2_000).catch(''),
    'line-number': z.number().int().catch(0),
  }),
});

/** Returns the name of one of our built files; anything else (an extension, injected code) is `other`. */
const placeOf = (sourceFile: string): string => /^\/assets\/[\w.-]+$/.exec(pathOf(sourceFile))?.[0] ?? 'other';

const directiveOf = (name: string): string => (/^[a-z-]{1,40}$/.test(name) ? name : 'other');

const readReport = (body: unknown): z.output<typeof report>['csp-report'] | undefined => {
  try {
    return report.safeParse(JSON.parse(String(body))).data?.['csp-report'];
  } catch {
    // Any client can send any text, so an invalid report is dropped without an error, like the reports above the limit.
    return undefined;
  }
};

export const registerPolicyReports = (
  server: FastifyInstance,
  { clock, networkOf }: { readonly clock: Clock; readonly networkOf: (address: string) => string },
): void => {
  // Reports are counted in memory, because a report is not worth a call to Redis.
  const limiter = createMemoryRateLimiter(clock);
  const seen = new Set<string>();
  const isWithinLimits = async (address: string): Promise<boolean> => {
    const own = await limiter.take(networkOf(address), { points: HTTP_LIMITS.policyReportsPerIpPerMinute, windowMs: MINUTE_MS });
    return own.allowed && (await limiter.take('', { points: HTTP_LIMITS.policyReportsPerMinute, windowMs: MINUTE_MS })).allowed;
  };
  server.register(async (fastify) => {
    fastify.addContentTypeParser(
      ['application/csp-report', 'application/json'],
      { parseAs: 'string', bodyLimit: HTTP_LIMITS.policyReportBytes },
      (_request, body, done) => done(null, body),
    );
    fastify.post(POLICY_REPORT_PATH, { schema: { hide: true } }, async (request, reply) => {
      // Reports above the limit are dropped without an error response, because browsers would log such a response to the console of the
      // page.
      const found = (await isWithinLimits(request.ip)) ? readReport(request.body) : undefined;
      if (found !== undefined) {
        const facts = {
          directive: directiveOf(found['effective-directive']),
          file: placeOf(found['source-file']),
          line: found['line-number'],
        };
        const key = JSON.stringify(facts);
        if (!seen.has(key) && seen.size < HTTP_LIMITS.policyReportsLogged) {
          seen.add(key);
          request.log.info(facts, 'content security policy reported');
        }
      }
      return reply.code(204).send();
    });
  });
};
