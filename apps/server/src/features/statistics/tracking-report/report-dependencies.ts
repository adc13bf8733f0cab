/** Dependencies of the reports of use. */
import type { KeyObject } from 'node:crypto';
import type { Jobs } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Typesetter } from '../../../platform/typeset/typesetter.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';

export const TRACKING_REPORT_JOB = 'tracking-report';

export interface ReportDependencies extends StatisticsDependencies {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly log: Logger;
  readonly typesetter: Typesetter;
  /** Key that signs reports (`createReportKey`). */
  readonly reportKey: KeyObject;
  /** URL under which people open the page that verifies reports. */
  readonly verifyUrl: string;
  /** Returns the name of the operator. A report names it as the publisher if its book names none. */
  readonly findOperatorName: () => Promise<string>;
}
