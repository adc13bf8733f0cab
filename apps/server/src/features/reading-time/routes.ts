/** Registers the operations of reading time by chapter. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { getChapterTimes } from './get-chapter-times.ts';
import { getTimeRecording } from './get-time-recording.ts';
import type { ReportingDependencies } from './reading-time-dependencies.ts';
import { reportBlockTime } from './report-block-time.ts';
import { setTimeRecording } from './set-time-recording.ts';

export const registerReadingTimeRoutes = (router: Router, dependencies: ReportingDependencies): void =>
  register(router, dependencies, { reportBlockTime, getChapterTimes, getTimeRecording, setTimeRecording });
