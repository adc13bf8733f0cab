import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { paperAnalysis } from './paper-analysis.ts';

/** Returns the analysis of an assignment for the teachers of its class. Throws `assignment.notFound`, also for a draft. */
export const getPaperAnalysis = operation({
  name: 'getPaperAnalysis',
  method: 'GET',
  path: '/api/assignment/analysis',
  summary: '试卷分析',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: paperAnalysis,
  errors: ['assignment.notFound'],
});
